// SPDX-License-Identifier: MIT
// When a thread changes between waiting and running too often for perf's clock.
#include "sampling/clocks/switch_rate.h"

#include <gtest/gtest.h>

namespace {

using hagstone::SwitchRate;

constexpr uint64_t ms = 1'000'000;

TEST(SwitchRate, IsTooHighAboveFourThousandPerSecondOfCpuTime) {
  SwitchRate at_most, above;
  bool at_most_found = false, above_found = false;
  for (uint64_t window = 0; window < 10; window++) {
    at_most_found |= at_most.is_too_high(40 * window, 10 * ms * window);
    above_found |= above.is_too_high(41 * window, 10 * ms * window);
  }
  EXPECT_FALSE(at_most_found);
  EXPECT_TRUE(above_found);
}

TEST(SwitchRate, IsTooHighInThreeWindowsOneAfterAnother) {
  SwitchRate rate;
  uint64_t switches = 0, cpu_time = 0;
  auto is_too_high_after = [&](uint64_t more) { return rate.is_too_high(switches += more, cpu_time += 10 * ms); };
  EXPECT_FALSE(is_too_high_after(0));
  for (int moment = 0; moment < 5; moment++) {
    EXPECT_FALSE(is_too_high_after(1'000));
    EXPECT_FALSE(is_too_high_after(1'000));
    EXPECT_FALSE(is_too_high_after(1));
  }
  EXPECT_FALSE(is_too_high_after(1'000));
  EXPECT_FALSE(is_too_high_after(1'000));
  EXPECT_TRUE(is_too_high_after(1'000));
}

TEST(SwitchRate, WhatWasBeforeTheFirstDecisionDoesNotCount) {
  SwitchRate attached;
  EXPECT_FALSE(attached.is_too_high(1'000'000, 1'000 * ms));
  EXPECT_FALSE(attached.is_too_high(1'000'010, 1'010 * ms));
}

TEST(SwitchRate, IsDecidedAfterEightMillisecondsOfCpuTime) {
  SwitchRate rate;
  EXPECT_FALSE(rate.is_due(8 * ms - 1));
  EXPECT_TRUE(rate.is_due(8 * ms));
  (void)rate.is_too_high(0, 8 * ms);
  EXPECT_FALSE(rate.is_due(15 * ms));
  EXPECT_TRUE(rate.is_due(16 * ms));
}

}  // namespace
