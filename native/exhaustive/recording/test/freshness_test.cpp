// SPDX-License-Identifier: GPL-2.0-or-later
#include "exhaustive/recording/freshness.h"

#include <gtest/gtest.h>

namespace {

constexpr uint64_t second = 1'000'000'000, millisecond = 1'000'000;

// Age of the oldest count that is not yet in the recording just before the next refresh, as long as the one before and
// begun 0.2 s late, ends.
uint64_t worst_age(uint64_t cost, int moves = 0) {
  const uint64_t begun = 100 * second;
  return hagstone_next_refresh(begun, begun + cost, moves) + 200 * millisecond + cost - begun;
}

TEST(Freshness, CountsAreNoOlderThanTwoSecondsWhereRefreshesAreCheap) {
  for (uint64_t cost = 0; cost <= 65 * millisecond; cost += millisecond) EXPECT_LE(worst_age(cost), 2 * second) << cost;
}

TEST(Freshness, CountsThatAreOnlyMovedAreNoOlderThanTwoSecondsUpToAFifthOfTheTime) {
  for (uint64_t cost = 0; cost <= 295 * millisecond; cost += millisecond) EXPECT_LE(worst_age(cost, 1), 2 * second) << cost;
  for (uint64_t cost = 300 * millisecond; cost <= 1500 * millisecond; cost += millisecond) {
    const uint64_t begun = 100 * second;
    EXPECT_EQ(hagstone_next_refresh(begun, begun + cost, 1), begun + 5 * cost) << cost;
  }
}

TEST(Freshness, CountsAreNeverOlderThanTenSeconds) {
  for (uint64_t cost = 0; cost <= 3000 * millisecond; cost += millisecond) EXPECT_LE(worst_age(cost), 10 * second) << cost;
}

TEST(Freshness, RefreshesAreAsRareAsThatAllows) {
  EXPECT_EQ(worst_age(0), 2 * second);
  EXPECT_GE(worst_age(50 * millisecond), 1900 * millisecond);
  EXPECT_GE(worst_age(600 * millisecond), 9800 * millisecond);
}

TEST(Freshness, RefreshesTakeA25thOfTheTimeUntilCountsWouldBeTooOld) {
  for (uint64_t cost = 80 * millisecond; cost <= 350 * millisecond; cost += millisecond) {
    const uint64_t begun = 100 * second;
    EXPECT_EQ(hagstone_next_refresh(begun, begun + cost, 0), begun + 25 * cost) << cost;
  }
}

TEST(Freshness, TheProgramRunsHalfOfTheTime) {
  for (uint64_t cost = 100 * millisecond; cost <= 10 * second; cost *= 2) {
    const uint64_t ended = 100 * second + cost;
    EXPECT_GE(hagstone_next_refresh(100 * second, ended, 0), ended + cost);
  }
}

}  // namespace
