// SPDX-License-Identifier: GPL-2.0-or-later
#include "loop_modules.h"

#include <gtest/gtest.h>

#include <string>

namespace {

const std::string text =
    "hagstone-loops 1\n"
    "module 0aff /a\n"
    "module - /b\n";

class LoopModules : public ::testing::Test {
 protected:
  void SetUp() override {
    uint32_t line;
    ASSERT_EQ(hagstone_parse_loops(text.data(), text.size(), &loops, &line), nullptr);
  }
  const hagstone_loop_module *named(const char *path, std::string build_id) {
    return hagstone_loop_module_named(&loops, path, reinterpret_cast<const uint8_t *>(build_id.data()),
                                      static_cast<uint32_t>(build_id.size()));
  }
  hagstone_loops loops = {};
};

TEST_F(LoopModules, BuildIdDecidesBeforeThePath) {
  EXPECT_EQ(named("/elsewhere", "\x0a\xff"), &loops.modules[0]);
  EXPECT_EQ(named("/a", "\x0a\xfe"), nullptr);
  EXPECT_EQ(named("/a", "\x0a"), nullptr);
  EXPECT_EQ(named("/a", ""), &loops.modules[0]);
  EXPECT_EQ(named("/b", "\x0a\xfe"), &loops.modules[1]);
  EXPECT_EQ(named("/bb", ""), nullptr);
  EXPECT_EQ(named("/", ""), nullptr);
}

TEST_F(LoopModules, AreKeptByIndex) {
  hagstone_loop_modules modules = {};
  EXPECT_FALSE(hagstone_loop_module_known(&modules, 3));
  EXPECT_EQ(hagstone_loop_module_of(&modules, 0xfffffffd), nullptr);
  hagstone_set_loop_module(&modules, 3, &loops.modules[1]);
  hagstone_set_loop_module(&modules, 500, nullptr);
  EXPECT_EQ(hagstone_loop_module_of(&modules, 3), &loops.modules[1]);
  EXPECT_TRUE(hagstone_loop_module_known(&modules, 500));
  EXPECT_FALSE(hagstone_loop_module_known(&modules, 4));
}

}  // namespace
