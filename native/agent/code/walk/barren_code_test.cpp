// SPDX-License-Identifier: MIT
#include "barren_code.h"

#include <gtest/gtest.h>

namespace hagstone {
namespace {

constexpr uint64_t loop = 0x401000;

void walk_in_vain(BarrenCode &barren, uint8_t wanted = 2) {
  barren.begin_walk(wanted);
  barren.pass(loop);
  barren.pass(loop + 4);
  barren.learn();
}

TEST(BarrenCode, LearnsFromTwoWalks) {
  BarrenCode barren;
  walk_in_vain(barren);
  EXPECT_FALSE(barren.believe(loop));
  walk_in_vain(barren);
  EXPECT_TRUE(barren.believe(loop));
  EXPECT_TRUE(barren.believe(loop + 15));
  EXPECT_FALSE(barren.believe(loop + 16));
}

TEST(BarrenCode, KeepsKindsOfAccessApart) {
  BarrenCode barren;
  walk_in_vain(barren, 2);
  walk_in_vain(barren, 2);
  barren.begin_walk(1);
  EXPECT_FALSE(barren.believe(loop));
}

TEST(BarrenCode, ForgetsALineWhereAnAccessIsMet) {
  BarrenCode barren;
  walk_in_vain(barren);
  walk_in_vain(barren);
  barren.begin_walk(2);
  barren.pass(loop + 8);
  barren.refute();
  EXPECT_FALSE(barren.believe(loop));
  walk_in_vain(barren);
  EXPECT_FALSE(barren.believe(loop)) << "both walks count anew";
}

TEST(BarrenCode, ForgetsAWrongLesson) {
  BarrenCode barren;
  walk_in_vain(barren);
  walk_in_vain(barren);
  unsigned believed = 0;
  while (believed < 1000 && barren.believe(loop)) believed++;
  EXPECT_GT(believed, 1u);
  EXPECT_LT(believed, 1000u);
  walk_in_vain(barren);
  EXPECT_FALSE(barren.believe(loop)) << "one walk is not enough again";
}

}  // namespace
}  // namespace hagstone
