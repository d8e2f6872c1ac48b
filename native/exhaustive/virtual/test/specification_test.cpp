// SPDX-License-Identifier: GPL-2.0-or-later
#include "specification.h"

#include <gtest/gtest.h>

#include "common/raw_format.h"

namespace {

hagstone_virtual_specification parsed(const char *text) {
  hagstone_virtual_specification specification;
  EXPECT_STREQ(hagstone_parse_virtual(text, &specification), nullptr) << text;
  return specification;
}

TEST(VirtualSpecification, HasDefaults) {
  const auto found = parsed("tool=dead-stores,period=10000");
  EXPECT_EQ(found.tool_count, 1u);
  EXPECT_EQ(found.tools[0], HAGSTONE_TOOL_DEAD_STORES);
  EXPECT_EQ(found.period, 10'007u);  // 9973 is further away
  EXPECT_EQ(found.registers, 4u);
  EXPECT_EQ(found.reservoir, HAGSTONE_RESERVOIR_REGISTERS);
  EXPECT_EQ(found.attribution, HAGSTONE_ATTRIBUTION_PROPORTIONAL);
  EXPECT_EQ(found.granularity, 8u);
  EXPECT_EQ(found.skid, 0u);
  EXPECT_FALSE(found.sees_kernel);
  EXPECT_EQ(found.seed, 1u);
}

TEST(VirtualSpecification, SetsEverything) {
  const auto found = parsed(
      "tool=silent-stores+reuse-distance,period=101,registers=16,reservoir=common,attribution=none,granularity=line,"
      "skid=100,kernel=yes,seed=18446744073709551615");
  EXPECT_EQ(found.tool_count, 2u);
  EXPECT_EQ(found.tools[1], HAGSTONE_TOOL_REUSE_DISTANCE);
  EXPECT_EQ(found.period, 101u);
  EXPECT_EQ(found.registers, 16u);
  EXPECT_EQ(found.reservoir, HAGSTONE_RESERVOIR_COMMON);
  EXPECT_EQ(found.attribution, HAGSTONE_ATTRIBUTION_NONE);
  EXPECT_EQ(found.granularity, 64u);
  EXPECT_EQ(found.skid, 100u);
  EXPECT_TRUE(found.sees_kernel);
  EXPECT_EQ(found.seed, UINT64_MAX);
}

TEST(VirtualSpecification, SaysWhatIsWrong) {
  const std::pair<const char *, const char *> cases[] = {
      {"", "tool="},
      {"tool=dead-stores", "period= is missing"},
      {"period=7", "tool= is missing"},
      {"tool=,period=7", "dead-stores"},
      {"tool=dead,period=7", "dead-stores"},
      {"tool=dead-storess,period=7", "dead-stores"},
      {"tool=dead-stores+dead-stores,period=7", "twice"},
      {"tool=dead-stores,period=1", "2 to 2^40"},
      {"tool=dead-stores,period=", "2 to 2^40"},
      {"tool=dead-stores,period=7x", "2 to 2^40"},
      {"tool=dead-stores,period=99999999999999999999999", "2 to 2^40"},
      {"tool=dead-stores,period=7,registers=0", "1 to 16"},
      {"tool=dead-stores,period=7,registers=17", "1 to 16"},
      {"tool=dead-stores,period=7,reservoir=best", "registers, common"},
      {"tool=dead-stores,period=7,attribution=some", "proportional or none"},
      {"tool=dead-stores,period=7,kernel=maybe", "yes or no"},
      {"tool=dead-stores,period=7,granularity=page", "byte, word or line"},
      {"tool=dead-stores,period=7,skid=7", "less than period"},
      {"tool=dead-stores,period=7,seed=-1", "seed="},
      {"tool=dead-stores,period=7,speed=1", "there are tool"},
      {"tool=dead-stores,period", "NAME=VALUE"},
      {"tool,period=7", "NAME=VALUE"},
  };
  for (const auto &[text, complaint] : cases) {
    hagstone_virtual_specification specification;
    const char *wrong = hagstone_parse_virtual(text, &specification);
    ASSERT_NE(wrong, nullptr) << text;
    EXPECT_NE(std::string(wrong).find(complaint), std::string::npos) << text << ": " << wrong;
  }
}

}  // namespace
