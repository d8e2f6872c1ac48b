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

}  // namespace
