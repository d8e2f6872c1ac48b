// SPDX-License-Identifier: GPL-2.0-or-later
// Reuse distances by virtual PMUs: the time distances of the reuse samples, and censored samples.
#include <gtest/gtest.h>

#include <map>

#include "access_traces.h"
#include "reuse/reuse_reference.h"
#include "virtual_run.h"

namespace {

using hagstone::exhaustive::testing::VirtualRun;

constexpr uint64_t place = 0x10000;

class EveryTrace : public testing::TestWithParam<std::string> {};

// Each observed distance is the true one of some access of that place: nothing is invented, and all samples are
// accounted for or censored.
TEST_P(EveryTrace, HasTrueDistancesOnly) {
  const AccessTrace trace = access_trace(GetParam());
  const size_t length = std::min<size_t>(trace.size(), 1'000'000);
  VirtualRun run({"tool=reuse-distance,period=499,registers=4"});
  ReuseReference reference;
  std::map<uint64_t, uint64_t> exact;
  for (size_t i = 0; i < length; i++) {
    if (const auto distances = reference.access(trace[i].element)) exact[distances->time]++;
    run.load(static_cast<int>(trace[i].place), place + trace[i].element * 8ull, 8);
  }
  run.finish();
  const auto reuses = run.logged<hagstone_reuse>(HAGSTONE_RECORD_REUSE);
  ASSERT_GT(reuses.size(), 20u);
  for (const hagstone_reuse &reuse : reuses) ASSERT_TRUE(exact.contains(reuse.distance)) << reuse.distance;
  const auto censored = run.logged<hagstone_censored>(HAGSTONE_RECORD_CENSORED);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_armed), reuses.size() + censored.size());
}

INSTANTIATE_TEST_SUITE_P(Samples, EveryTrace, testing::ValuesIn(access_trace_names()),
                         [](const auto &info) { return info.param; });

TEST(VirtualReuse, AnImmediateReuseIsOneAway) {
  VirtualRun run({"tool=reuse-distance,period=2,registers=1"});
  for (int i = 0; i < 4; i++) run.load(1, place, 8);
  const auto reuses = run.logged<hagstone_reuse>(HAGSTONE_RECORD_REUSE);
  ASSERT_FALSE(reuses.empty());
  for (const hagstone_reuse &reuse : reuses) EXPECT_EQ(reuse.distance, 1u);
}

// The store of a read-modify-write reuses the bytes its load used.
TEST(VirtualReuse, AReadModifyWriteReusesItself) {
  VirtualRun run({"tool=reuse-distance,period=2,registers=16"});
  for (uint64_t i = 0; i < 8; i++) run.modified(1, place + 8 * i, 8);
  for (const hagstone_reuse &reuse : run.logged<hagstone_reuse>(HAGSTONE_RECORD_REUSE)) EXPECT_EQ(reuse.distance, 1u);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_traps), 4u);
}

TEST(VirtualReuse, WhatIsEvictedOrLeftIsCensored) {
  VirtualRun run({"tool=reuse-distance,period=2,registers=1,reservoir=oldest"});
  for (uint64_t i = 0; i < 10; i++) run.load(1, place + 8 * i, 8);
  run.finish();
  const auto censored = run.logged<hagstone_censored>(HAGSTONE_RECORD_CENSORED);
  ASSERT_EQ(censored.size(), 5u);
  for (size_t i = 0; i < 4; i++) {
    EXPECT_EQ(censored[i].flags, HAGSTONE_CENSORED_EVICTED);
    EXPECT_EQ(censored[i].distance, 2u);
  }
  EXPECT_EQ(censored[4].flags, 0u);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_censored_evicted), 4u);
}

TEST(VirtualReuse, WhatEndsWithItsMemoryIsMarked) {
  VirtualRun run({"tool=reuse-distance,period=2,registers=16"});
  for (uint64_t i = 0; i < 4; i++) run.load(1, place + 8 * i, 8);
  run.end_memory(place, 64);
  const auto censored = run.logged<hagstone_censored>(HAGSTONE_RECORD_CENSORED);
  ASSERT_EQ(censored.size(), 2u);
  for (const hagstone_censored &each : censored) EXPECT_EQ(each.flags, HAGSTONE_CENSORED_FREED);
}

// A line that a living block is in continues (metrics.md, reuse distance).
TEST(VirtualReuse, ALocationEndsWhole) {
  VirtualRun run({"tool=reuse-distance,period=2,registers=16,granularity=line"});
  for (uint64_t i = 0; i < 4; i++) run.load(1, place + 64 * i, 8);
  for (uint64_t i = 0; i < 4; i++) run.end_memory(place + 64 * i, 48);
  run.end_memory(place + 4, 60);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_freed), 0u);
  run.end_memory(place, 256);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_freed), 2u);
}

// At line granularity, half of the samples wait for another word.
TEST(VirtualReuse, LinesAreWatchedInTwoParts) {
  VirtualRun run({"tool=reuse-distance,period=3,granularity=line"});
  for (uint64_t round = 0; round < 2000; round++)
    for (uint64_t word = 0; word < 8; word++) run.load(1, place + 8 * word, 8);
  double own = 0, other = 0;
  for (const hagstone_pair &pair : run.pairs()) (pair.flags & HAGSTONE_PAIR_OTHER_PART ? other : own) += 1.0 * pair.traps;
  EXPECT_NEAR(own / (own + other), 0.5, 0.05);
  EXPECT_EQ(run.recording().header.granularity, 64u);
}

}  // namespace
