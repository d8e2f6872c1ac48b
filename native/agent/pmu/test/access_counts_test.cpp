// SPDX-License-Identifier: MIT
#include "pmu/access_counts.h"

#include <gtest/gtest.h>

#include <vector>

namespace hagstone {
namespace {

constexpr WantedAccess one_pmu[] = {WantedAccess::loads, WantedAccess::stores};
constexpr WantedAccess hybrid[] = {WantedAccess::loads, WantedAccess::stores, WantedAccess::loads, WantedAccess::stores};

TEST(AccessCounts, AddsLoadsAndStores) {
  AccessCounts counts;
  counts.open(one_pmu, 2, std::vector<CounterReading>{{1000, 5, 5}, {500, 5, 5}}.data());
  EXPECT_EQ(counts.enter(std::vector<CounterReading>{{1300, 9, 9}, {600, 9, 9}}.data()), DistanceBreak::none);
  EXPECT_EQ(counts.of_target(), 400u);
}

TEST(AccessCounts, TakesTheHandlersOwnAccessesOff) {
  AccessCounts counts;
  counts.open(one_pmu, 2, std::vector<CounterReading>{{0, 0, 0}, {0, 0, 0}}.data());
  counts.set_unseen(30);
  EXPECT_EQ(counts.enter(std::vector<CounterReading>{{1000, 1, 1}, {500, 1, 1}}.data()), DistanceBreak::none);
  EXPECT_EQ(counts.of_target(), 1470u);
  EXPECT_EQ(counts.leave(std::vector<CounterReading>{{1600, 2, 2}, {700, 2, 2}}.data()), DistanceBreak::none);
  EXPECT_EQ(counts.enter(std::vector<CounterReading>{{1700, 3, 3}, {710, 3, 3}}.data()), DistanceBreak::none);
  EXPECT_EQ(counts.counted(), 2410u);
  EXPECT_EQ(counts.own(), 860u);  // 800 between the readings, 30 around each of two handlers
  EXPECT_EQ(counts.of_target(), 1550u);
}

TEST(AccessCounts, MoreUnseenThanCountedIsNotNegative) {
  AccessCounts counts;
  counts.open(one_pmu, 2, std::vector<CounterReading>{{0, 0, 0}, {0, 0, 0}}.data());
  counts.set_unseen(30);
  EXPECT_EQ(counts.enter(std::vector<CounterReading>{{4, 1, 1}, {5, 1, 1}}.data()), DistanceBreak::none);
  EXPECT_EQ(counts.of_target(), 0u);
}

TEST(AccessCounts, CounterThatWentBackwardsIsToldOnceAndAddsNothing) {
  AccessCounts counts;
  counts.open(one_pmu, 2, std::vector<CounterReading>{{1000, 0, 0}, {1000, 0, 0}}.data());
  EXPECT_EQ(counts.enter(std::vector<CounterReading>{{900, 1, 1}, {1100, 1, 1}}.data()), DistanceBreak::backwards);
  EXPECT_EQ(counts.counted(), 100u);
  EXPECT_EQ(counts.leave(std::vector<CounterReading>{{950, 2, 2}, {1100, 2, 2}}.data()), DistanceBreak::none);
}

TEST(AccessCounts, TimeThatNoCounterCountedIsTold) {
  AccessCounts counts;
  counts.open(one_pmu, 2, std::vector<CounterReading>{{0, 0, 0}, {0, 0, 0}}.data());
  EXPECT_EQ(counts.enter(std::vector<CounterReading>{{10, 1000, 1000}, {10, 1000, 999}}.data()),
            DistanceBreak::multiplexed);
  // Earlier misses do not affect later counts.
  EXPECT_EQ(counts.leave(std::vector<CounterReading>{{20, 2000, 2000}, {20, 2000, 1999}}.data()), DistanceBreak::none);
}

TEST(AccessCounts, HybridCoresShareTheTime) {
  constexpr uint64_t second = 1'000'000'000;
  AccessCounts counts;
  counts.open(hybrid, 4, std::vector<CounterReading>(4).data());
  EXPECT_EQ(counts.enter(std::vector<CounterReading>{{700, second, second / 4 * 3},
                                                     {70, second, second / 4 * 3},
                                                     {300, second, second / 4 - 5000},
                                                     {30, second, second / 4 - 5000}}
                             .data()),
            DistanceBreak::none);
  EXPECT_EQ(counts.of_target(), 1100u);
  EXPECT_EQ(counts.leave(std::vector<CounterReading>{{700, 2 * second, second / 4 * 3},
                                                     {70, 2 * second, second / 4 * 3},
                                                     {500, 2 * second, second / 2},
                                                     {50, 2 * second, second / 2}}
                             .data()),
            DistanceBreak::multiplexed);
}

}  // namespace
}  // namespace hagstone
