// SPDX-License-Identifier: MIT
#include "sampling/clocks/first_sample.h"

#include <gtest/gtest.h>

namespace hagstone {
namespace {

constexpr uint64_t base_period = 1000;
constexpr uint32_t periods = 4;

uint64_t due_after_skipping(uint64_t due, uint64_t now) {
  FirstSample first = {{}, periods, false, due};
  first.skip_until(now, base_period);
  return first.due;
}

TEST(FirstSample, StaysIfItIsNotYetDue) { EXPECT_EQ(due_after_skipping(101, 100), 101u); }

TEST(FirstSample, IsTheNextOneIfItWasDueBefore) {
  EXPECT_EQ(due_after_skipping(100, 100), 4'100u);
  EXPECT_EQ(due_after_skipping(100, 4'099), 4'100u);
}

// The start of a thread may take several periods, on a slow machine or at a high rate.
TEST(FirstSample, IsAheadHoweverLateItIs) {
  EXPECT_EQ(due_after_skipping(100, 4'100), 8'100u);
  EXPECT_EQ(due_after_skipping(100, 1'000'000'000), 1'000'000'100u);
}

}  // namespace
}  // namespace hagstone
