// SPDX-License-Identifier: GPL-2.0-or-later
#include "loops_file.h"

#include <gtest/gtest.h>

#include <string>

#include "fake_engine.h"

namespace {

using hagstone::exhaustive::testing::FakeEngine;

struct Read {
  std::string problem;
  uint32_t line = 0;
  hagstone_loops loops = {};
};

Read read(const std::string &text) {
  Read result;
  const char *problem = hagstone_parse_loops(text.data(), text.size(), &result.loops, &result.line);
  if (problem) result.problem = problem;
  return result;
}

TEST(LoopsFile, FindsLoopsByAddress) {
  const std::string text =
      "hagstone-loops 1\n"
      "module 00ff /usr/lib/with space.so\n"
      "loop 2000 -\n"
      "loop 1010 0\n"
      "code 1000 1010 0\n"
      "code 1010 1020 1\n"
      "code 2000 2008 0\n"
      "module - /b\n"
      "loop 30 -\n"
      "code 30 31 0\n";
  const Read file = read(text);
  ASSERT_EQ(file.problem, "");
  ASSERT_EQ(file.loops.module_count, 2u);
  ASSERT_EQ(file.loops.loop_count, 3u);
  const hagstone_loop_module &first = file.loops.modules[0];
  EXPECT_EQ(std::string(first.path, first.path_length), "/usr/lib/with space.so");
  EXPECT_EQ(std::string(first.build_id, first.build_id_length), "00ff");
  EXPECT_EQ(hagstone_innermost_loop(&first, 0xfff), 0u);
  EXPECT_EQ(hagstone_innermost_loop(&first, 0x1000), 1u);
  EXPECT_EQ(hagstone_innermost_loop(&first, 0x101f), 2u);
  EXPECT_EQ(hagstone_innermost_loop(&first, 0x1020), 0u);
  EXPECT_EQ(hagstone_innermost_loop(&first, 0x2007), 1u);
  EXPECT_EQ(hagstone_innermost_loop(&first, 0x2008), 0u);
  EXPECT_EQ(hagstone_loop_beginning_at(&first, 0x1010), 2u);
  EXPECT_EQ(hagstone_loop_beginning_at(&first, 0x2000), 1u);
  EXPECT_EQ(hagstone_loop_beginning_at(&first, 0x2001), 0u);
  EXPECT_EQ(file.loops.loops[1].parent, 1u);
  const hagstone_loop_module &second = file.loops.modules[1];
  EXPECT_EQ(second.build_id_length, 0u);
  EXPECT_EQ(hagstone_innermost_loop(&second, 0x30), 3u);
  EXPECT_EQ(file.loops.loops[2].parent, 0u);
}

TEST(LoopsFile, SaysWhatIsWrongAndWhere) {
  FakeEngine engine;
  const std::string start = "hagstone-loops 1\n", module = start + "module - /a\n", loop = module + "loop 10 -\n";
  EXPECT_EQ(read("hagstone-loops 2\n").line, 1u);
  for (const char *bad : {"modul - /a\n", "module /a\n", "module xy /a\n", "module -\n", "loop 10 -\n", "code 1 2 0\n"}) {
    const Read file = read(start + bad);
    EXPECT_NE(file.problem, "") << bad;
    EXPECT_EQ(file.line, 2u) << bad;
  }
  for (const char *bad : {"loop 10 0\n", "loop 10\n", "loop z -\n", "loop 10 - \n", "loop 12345678901234567 -\n"}) {
    const Read file = read(module + bad);
    EXPECT_NE(file.problem, "") << bad;
    EXPECT_EQ(file.line, 3u) << bad;
  }
  for (const char *bad : {"code 10 10 0\n", "code 10 20 1\n", "code 10 20\n", "code 20 10 0\n", "loop 20 1\n"}) {
    const Read file = read(loop + bad);
    EXPECT_NE(file.problem, "") << bad;
    EXPECT_EQ(file.line, 4u) << bad;
  }
  EXPECT_NE(read(loop + "code 10 20 0\ncode 18 28 0\n").problem, "");
  EXPECT_EQ(read(loop + "code 10 20 0\ncode 20 28 0").problem, "");
}

}  // namespace
