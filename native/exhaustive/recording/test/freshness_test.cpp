// SPDX-License-Identifier: GPL-2.0-or-later
#include "exhaustive/recording/freshness.h"

#include <gtest/gtest.h>

namespace {

constexpr uint64_t second = 1'000'000'000, millisecond = 1'000'000;

// The dearest refreshes that leave the program half of the time.
constexpr uint64_t dear = 553 * millisecond;

// Age of the oldest count that is not yet in the recording just before the next refresh, a quarter longer than the one
// before and begun 0.2 s late, ends.
uint64_t worst_age(uint64_t cost) {
  const uint64_t begun = 100 * second;
  return hagstone_next_refresh(begun, begun + cost) + 200 * millisecond + cost + cost / 4 - begun;
}

TEST(Freshness, CountsAreNoOlderThanTwoSeconds) {
  for (uint64_t cost = 0; cost <= dear; cost += millisecond) EXPECT_LE(worst_age(cost), 2 * second) << cost;
}

TEST(Freshness, RefreshesAreAsRareAsThatAllows) {
  for (uint64_t cost = 0; cost <= dear; cost += millisecond) EXPECT_EQ(worst_age(cost), 2 * second) << cost;
}

TEST(Freshness, DearerRefreshesTakeHalfOfTheTime) {
  for (uint64_t cost = dear + millisecond; cost <= 10 * second; cost += 10 * millisecond) {
    const uint64_t begun = 100 * second;
    EXPECT_EQ(hagstone_next_refresh(begun, begun + cost), begun + 2 * cost) << cost;
  }
}

TEST(RefreshesBeforeWaits, AreMadeAtOnceWhereThereWereFew) {
  struct hagstone_waits waits = {};
  uint64_t now = 100 * second;
  for (int wait = 0; wait < 20; wait++, now += millisecond) {
    EXPECT_TRUE(hagstone_may_refresh_before_wait(&waits, now)) << wait;
    hagstone_refreshed_before_wait(&waits, 5 * millisecond);
  }
}

TEST(RefreshesBeforeWaits, TakeAPartOfTheTimeWhereTheProgramWaitsAllTheTime) {
  struct hagstone_waits waits = {};
  const uint64_t begun = 100 * second, cost = 3 * millisecond;
  uint64_t taken = 0;
  for (uint64_t now = begun; now < begun + 60 * second; now += 100'000) {
    if (!hagstone_may_refresh_before_wait(&waits, now)) continue;
    hagstone_refreshed_before_wait(&waits, cost);
    taken += cost;
    now += cost;
  }
  const uint64_t allowed = 60 * second / HAGSTONE_TIME_PER_REFRESH_BEFORE_WAIT + HAGSTONE_MOST_TIME_LEFT_FOR_WAITS;
  EXPECT_LE(taken, allowed);
  EXPECT_GE(taken, allowed - 2 * cost);
}

TEST(RefreshesBeforeWaits, AreMadeWhateverTheyCostOnceThereWereNoneForLong) {
  struct hagstone_waits waits = {};
  uint64_t now = 100 * second;
  EXPECT_TRUE(hagstone_may_refresh_before_wait(&waits, now));
  hagstone_refreshed_before_wait(&waits, 3 * second);
  EXPECT_FALSE(hagstone_may_refresh_before_wait(&waits, now += second));
  EXPECT_TRUE(hagstone_may_refresh_before_wait(&waits, now += 4 * second));
}

}  // namespace
