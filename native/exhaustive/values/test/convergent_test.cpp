// SPDX-License-Identifier: GPL-2.0-or-later
#include <gtest/gtest.h>

#include "profiled.h"

namespace hagstone::exhaustive::testing {
namespace {

hagstone_value_settings convergent(hagstone_value_profile profile, uint32_t back_off = 1000) {
  return {10, 1, profile, back_off, 1};
}

TEST(Convergence, RisingGoesOnOnlyWhileInvarianceRises) {
  const auto test = [](hagstone_invariance before, hagstone_invariance now) {
    return hagstone_test_convergence(HAGSTONE_VALUE_PROFILE_RISING, before, now);
  };
  EXPECT_EQ(test({0, 0}, {1, 2000}), HAGSTONE_INCREASING);
  EXPECT_EQ(test({0, 0}, {0, 2000}), HAGSTONE_CONVERGED);
  EXPECT_EQ(test({1000, 2000}, {2000, 4000}), HAGSTONE_CONVERGED);
  EXPECT_EQ(test({1000, 2000}, {2001, 4000}), HAGSTONE_INCREASING);
  EXPECT_EQ(test({1000, 2000}, {1999, 4000}), HAGSTONE_CONVERGED);
}

TEST(Convergence, BoundsGoOnAboveTwoPercentUpAndFourDown) {
  const auto test = [](uint64_t now) {
    return hagstone_test_convergence(HAGSTONE_VALUE_PROFILE_BOUNDS, {1000, 2000}, {now, 4000});
  };
  EXPECT_EQ(test(2080), HAGSTONE_CONVERGED);
  EXPECT_EQ(test(2081), HAGSTONE_INCREASING);
  EXPECT_EQ(test(1840), HAGSTONE_CONVERGED);
  EXPECT_EQ(test(1839), HAGSTONE_DECREASING);
}

TEST(Convergent, ConstantIsLookedAtTwiceAndThenPausesForAsLongAsItRan) {
  Profiled values(convergent(HAGSTONE_VALUE_PROFILE_RISING));
  values.add(9, 4000);  // rises from nothing to all, then stays
  EXPECT_FALSE(values.profiles());
  values.add(9, 4000);
  EXPECT_FALSE(values.profiles());
  values.add(9);
  EXPECT_TRUE(values.profiles());
  values.add(9, 1999);
  EXPECT_FALSE(values.profiles());
  const Profiled::Report report = values.report();
  EXPECT_EQ(report.counts.executions, 10000u);
  EXPECT_EQ(report.counts.profiled, 6000u);
  EXPECT_EQ(report.counts.retried, 2000u);
  EXPECT_EQ(report.counts.increasing, 1u);
  EXPECT_EQ(report.counts.converged, 2u);
  EXPECT_EQ(report.counts.repeats, 5998u);  // nothing is known of the time before the pause
  EXPECT_EQ(report.top[0].count, 6000u);
}

TEST(Convergent, BoundsFollowAFallThatRisingGivesUp) {
  // One value for 2000 executions, then ever new ones: invariance falls from 1 to 1/2, 1/3, 1/4...
  const auto profiled_after = [](hagstone_value_profile profile) {
    Profiled values(convergent(profile, 100000));
    values.add(1, 2000);
    for (uint64_t value = 2; value < 20000; value++) values.add(value);
    return values.report().counts;
  };
  EXPECT_EQ(profiled_after(HAGSTONE_VALUE_PROFILE_RISING).profiled, 4000u);
  const hagstone_value_table bounds = profiled_after(HAGSTONE_VALUE_PROFILE_BOUNDS);
  EXPECT_GT(bounds.profiled, 8000u);
  EXPECT_GT(bounds.decreasing, 2u);
  EXPECT_EQ(bounds.converged, 1u);
}

TEST(Convergent, BackOffStretchesThePause) {
  Profiled values(convergent(HAGSTONE_VALUE_PROFILE_RISING, 2500));
  values.add(9, 4000 + 10000);
  EXPECT_FALSE(values.profiles());
  values.add(9);
  EXPECT_TRUE(values.profiles());
}

TEST(Convergent, RandomBackOffStaysWithinHalfAndOneAndAHalf) {
  bool short_ones = false, long_ones = false;
  hagstone_value_settings settings = convergent(HAGSTONE_VALUE_PROFILE_RISING);
  settings.constant_back_off = 0;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    Profiled values(settings, seed);
    values.add(9, 4000);
    const uint64_t pause = values.pause();
    EXPECT_GE(pause, 2000u);
    EXPECT_LE(pause, 6000u);
    short_ones |= pause < 3000;
    long_ones |= pause > 5000;
  }
  EXPECT_TRUE(short_ones && long_ones);
}

TEST(Convergent, TestsDoNotSplitRuns) {
  Profiled values(convergent(HAGSTONE_VALUE_PROFILE_BOUNDS));
  values.add(3, 3999);
  EXPECT_EQ(values.report().counts.repeats, 3998u);
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
