// SPDX-License-Identifier: MIT
// When a thread changes between waiting and running too often for perf's clock.
#include "sampling/clocks/switch_rate.h"

#include <gtest/gtest.h>

namespace {

using hagstone::SwitchRate;

constexpr uint64_t ms = 1'000'000;

TEST(SwitchRate, IsTooHighAboveFourThousandPerSecondOfCpuTime) {
  SwitchRate rate;
  EXPECT_FALSE(rate.is_too_high(0, 0));
  EXPECT_FALSE(rate.is_too_high(40, 10 * ms));
  EXPECT_TRUE(rate.is_too_high(40 + 41, 20 * ms));
  // Only what is new counts.
  EXPECT_FALSE(rate.is_too_high(40 + 41 + 40, 30 * ms));
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
