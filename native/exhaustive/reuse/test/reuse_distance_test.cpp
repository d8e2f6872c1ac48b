// SPDX-License-Identifier: GPL-2.0-or-later
#include "exhaustive/reuse/reuse_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>
#include <tuple>

#include "common/raw_format.h"
#include "exhaustive/options.h"
#include "measured_reuse.h"

namespace hagstone::exhaustive::testing {
namespace {

constexpr uint64_t kMemory = 0x10000;

struct Granularity {
  uint32_t option, bytes;
};
constexpr Granularity kGranularities[] = {
    {HAGSTONE_GRANULARITY_BYTE, 1}, {HAGSTONE_GRANULARITY_WORD, 8}, {HAGSTONE_GRANULARITY_LINE, 64}};

ReuseTruth measured(const std::vector<TracedAccess> &trace, Granularity granularity, bool process_wide = false) {
  MeasuredReuse measurement(granularity.option, process_wide);
  for (const TracedAccess &access : trace) measurement.access(access);
  return measurement.result(granularity.bytes);
}

void expect_truth(const std::vector<TracedAccess> &trace, bool process_wide = false) {
  for (const Granularity granularity : kGranularities) {
    SCOPED_TRACE(granularity.bytes);
    const ReuseTruth found = measured(trace, granularity, process_wide);
    const ReuseTruth truth = with_pairs_in_parts(brute_force_reuse(trace, granularity.bytes, process_wide));
    EXPECT_EQ(found.first, truth.first);
    EXPECT_EQ(found.process.time, truth.process.time);
    EXPECT_EQ(found.process.stack, truth.process.stack);
    EXPECT_TRUE(found.pairs == truth.pairs);
  }
}

struct Randomly {
  uint64_t footprint;       // bytes
  uint32_t longest;         // access
  uint32_t threads = 1;
  uint32_t ends_every = 0;  // accesses; 0: no memory ends
};

std::vector<TracedAccess> random_trace(uint32_t seed, size_t length, Randomly how) {
  std::mt19937 random(seed);
  const auto below = [&random](uint64_t end) { return random() % end; };
  std::vector<TracedAccess> trace;
  for (size_t i = 0; i < length; i++) {
    const uint64_t address = kMemory + below(how.footprint);
    const uint32_t place = static_cast<uint32_t>(below(5)), thread = static_cast<uint32_t>(1 + below(how.threads));
    if (how.ends_every && below(how.ends_every) == 0)
      trace.push_back({address, 0, 0, thread, below(how.footprint)});
    else
      trace.push_back({address, static_cast<uint32_t>(1 + below(how.longest)), place, thread});
  }
  return trace;
}

TEST(ReuseDistance, IsOneInTimeAndNoneInStackForAnImmediateReuse) {
  const std::vector<TracedAccess> trace = {{kMemory, 8, 1}, {kMemory, 8, 2}};
  for (const Granularity granularity : kGranularities) {
    const ReuseTruth found = measured(trace, granularity);
    const uint64_t locations = granularity.bytes == 1 ? 8 : 1;
    EXPECT_EQ(found.first, locations);
    EXPECT_EQ(found.process.time, (Distances::Counts{{1, locations}}));
    EXPECT_EQ(found.process.stack, (Distances::Counts{{0, locations}}));
    const ReuseTruth::Pair &pair = found.pairs.at({1, 2});
    EXPECT_EQ(pair.locations, locations);
    EXPECT_EQ(pair.bytes, 8u);
  }
}

// a b c b a of RDX section I: distance 2 for a, 1 for b.
TEST(ReuseDistance, CountsDistinctLocationsInBetween) {
  const uint64_t a = kMemory, b = a + 64, c = b + 64;
  const ReuseTruth found = measured({{a, 8, 0}, {b, 8, 0}, {c, 8, 0}, {b, 8, 0}, {a, 8, 0}}, kGranularities[2]);
  EXPECT_EQ(found.first, 3u);
  EXPECT_EQ(found.process.time, (Distances::Counts{{2, 1}, {4, 1}}));
  EXPECT_EQ(found.process.stack, (Distances::Counts{{1, 1}, {2, 1}}));
}

TEST(ReuseDistance, EveryGranuleOfAnAccessIsReused) {
  const uint64_t line = kMemory;
  const ReuseTruth found = measured({{line, 4, 1}, {line + 64, 4, 2}, {line + 60, 8, 3}}, kGranularities[2]);
  EXPECT_EQ(found.process.time, (Distances::Counts{{1, 1}, {2, 1}}));
  EXPECT_EQ(found.process.stack, (Distances::Counts{{0, 1}, {1, 1}}))
      << "the second line lies between both accesses of the first";
  EXPECT_EQ(found.pairs.at({1, 3}).bytes, 4u);
  EXPECT_EQ(found.pairs.at({2, 3}).bytes, 4u);
}

TEST(ReuseDistance, MemoryThatEndedIsAccessedForTheFirstTimeButLiesInBetween) {
  const uint64_t a = kMemory, b = a + 64;
  const ReuseTruth found = measured({{a, 8, 0}, {b, 8, 0}, {b, 0, 0, 1, 64}, {b, 8, 0}, {a, 8, 0}}, kGranularities[2]);
  EXPECT_EQ(found.first, 3u);
  EXPECT_EQ(found.process.stack, (Distances::Counts{{1, 1}}));
}

TEST(ReuseDistance, ALineOfWhichPartEndedGoesOn) {
  const ReuseTruth found = measured({{kMemory, 8, 0}, {kMemory, 0, 0, 1, 63}, {kMemory, 8, 0}}, kGranularities[2]);
  EXPECT_EQ(found.first, 1u);
}

TEST(ReuseDistance, EqualsBruteForceOnAccessesOfOneSize) {
  for (uint32_t seed = 1; seed <= 20; seed += 3)
    expect_truth(random_trace(seed, 1000, {.footprint = 64 * (1 + seed * seed), .longest = 1}));
}

TEST(ReuseDistance, EqualsBruteForceOnAccessesOfAllSizes) {
  for (uint32_t seed = 1; seed <= 20; seed += 3)
    expect_truth(random_trace(seed, 400, {.footprint = 40 * seed, .longest = 32}));
}

TEST(ReuseDistance, EqualsBruteForceOnLongAccesses) {
  for (uint32_t seed = 1; seed <= 2; seed++) expect_truth(random_trace(seed, 60, {.footprint = 1000, .longest = 300}));
}

TEST(ReuseDistance, EqualsBruteForceWhereMemoryEnds) {
  for (uint32_t seed = 1; seed <= 20; seed++)
    expect_truth(random_trace(seed, 400, {.footprint = 700, .longest = 16, .threads = 1, .ends_every = 20}));
}

TEST(ReuseDistance, EqualsBruteForceInThreadsAndProcessWide) {
  for (uint32_t seed = 1; seed <= 10; seed++) {
    const auto trace = random_trace(seed, 400, {.footprint = 700, .longest = 16, .threads = 3, .ends_every = 50});
    expect_truth(trace);
    expect_truth(trace, true);
  }
}

TEST(ReuseDistance, SeveralGranularitiesAtOnceAreAsEachAlone) {
  const auto trace = random_trace(7, 800, {.footprint = 1500, .longest = 16});
  MeasuredReuse measurement(HAGSTONE_GRANULARITY_BYTE | HAGSTONE_GRANULARITY_WORD | HAGSTONE_GRANULARITY_LINE);
  for (const TracedAccess &access : trace) measurement.access(access);
  for (const Granularity granularity : kGranularities) {
    const ReuseTruth found = measurement.result(granularity.bytes),
                     truth = with_pairs_in_parts(brute_force_reuse(trace, granularity.bytes));
    EXPECT_EQ(found.process, truth.process);
    EXPECT_EQ(found.first, truth.first);
    for (const auto &[places, pair] : truth.pairs) EXPECT_EQ(found.pairs.at(places).distances, pair.distances);
    EXPECT_TRUE(granularity.bytes != 64 || found.pairs == truth.pairs) << "pairs count the coarsest granularity";
  }
}

// Accesses that a superblock leaves out are not measured; those done before the batch is measured count once.
TEST(ReuseDistance, EqualsBruteForceInTranslatedCode) {
  std::mt19937 random(11);
  for (uint32_t seed = 1; seed <= 6; seed++) {
    auto trace = random_trace(seed, 600, {.footprint = 100 * seed * seed, .longest = 16});
    for (size_t i = 0; i < trace.size(); i += 97) trace[i] = {trace[i].address, 300, 1000};
    for (const Granularity granularity : kGranularities) {
      MeasuredReuse measurement(granularity.option);
      for (size_t i = 0; i < trace.size();) {
        const size_t count = std::min<size_t>(1 + random() % 20, trace.size() - i);
        measurement.batch(std::span(trace).subspan(i, count), random() % 200, random() % 60);
        i += count;
      }
      EXPECT_EQ(measurement.result(granularity.bytes), with_pairs_in_parts(brute_force_reuse(trace, granularity.bytes)))
          << granularity.bytes;
    }
  }
}

// Loops whose rounds access the same lines for a while: near each other, more of them than stand in front, and some that
// lie on two lines now and then.
TEST(ReuseDistance, EqualsBruteForceInLoops) {
  std::mt19937 random(3);
  for (uint32_t seed = 1; seed <= 30; seed++) {
    const auto body = random_trace(seed, 1 + random() % 14, {.footprint = 64 * (1 + seed), .longest = 8});
    std::vector<int64_t> steps;
    for (size_t i = 0; i < body.size(); i++)
      steps.push_back(static_cast<int64_t>(random() % 3 ? 8 * (random() % 3) : random() % 17) - 8);
    std::vector<TracedAccess> trace;
    MeasuredReuse measurement(HAGSTONE_GRANULARITY_LINE);
    for (uint32_t round = 0; round < 60; round++) {
      std::vector<TracedAccess> accesses;
      for (size_t i = 0; i < body.size(); i++) {
        accesses.push_back(body[i]);
        accesses.back().address += static_cast<uint64_t>(round / (1 + seed % 4) * steps[i]);
      }
      const bool interrupted = random() % 20 == 0;
      measurement.batch(accesses, 0, interrupted ? random() % 14 : ~size_t{0});
      trace.insert(trace.end(), accesses.begin(), accesses.end());
    }
    EXPECT_EQ(measurement.result(64), with_pairs_in_parts(brute_force_reuse(trace, 64))) << seed;
  }
}

TEST(ReuseDistance, KernelAccessesAndEndsOfMemoryComeAfterWhatTranslatedCodeDid) {
  const TracedAccess use = {kMemory, 8, 1}, kernel = {kMemory, 8, 2}, end = {kMemory, 0, 0, 1, 64};
  MeasuredReuse measurement(HAGSTONE_GRANULARITY_LINE);
  for (const TracedAccess &then : {kernel, end}) {
    measurement.batch(std::span(&use, 1), 0, 1);
    measurement.access(then);
  }
  measurement.batch(std::span(&use, 1), 0, 1);
  EXPECT_EQ(measurement.result(64), brute_force_reuse({use, kernel, use, end, use}, 64));
}

TEST(ReuseDistance, WindowsCarryNothingOver) {
  MeasuredReuse measurement(HAGSTONE_GRANULARITY_LINE);
  for (int window = 0; window < 2; window++) {
    measurement.access({kMemory, 8, 0});
    measurement.access({kMemory, 8, 0});
    hagstone_reuse_distance.window_ends();
  }
  const ReuseTruth found = measurement.result(64);
  EXPECT_EQ(found.first, 2u);
  EXPECT_EQ(found.process.time, (Distances::Counts{{1, 2}}));
}

TEST(ReuseDistance, AThreadThatEndedLeavesNothing) {
  MeasuredReuse measurement(HAGSTONE_GRANULARITY_LINE);
  for (int life = 0; life < 2; life++) {
    measurement.access({kMemory, 8, 0, 2});
    hagstone_reuse_distance.thread_ends(2);
  }
  EXPECT_EQ(measurement.result(64).first, 2u);
}

TEST(ReuseDistance, AForkedChildStartsAfresh) {
  MeasuredReuse measurement(HAGSTONE_GRANULARITY_LINE);
  measurement.access({kMemory, 8, 0});
  measurement.access({kMemory, 8, 0});
  hagstone_reuse_distance.after_fork();
  measurement.engine.pairs.clear();
  measurement.engine.counters.clear();
  measurement.access({kMemory, 8, 0});
  EXPECT_EQ(measurement.result(64).first, 1u);
  EXPECT_TRUE(measurement.result(64).pairs.empty());
}

TEST(ReuseDistance, WhatWasMeasuredIsInTheRecordingBeforeTheEnd) {
  MeasuredReuse measurement(HAGSTONE_GRANULARITY_LINE);
  for (int i = 0; i < 10; i++) measurement.access({kMemory, 8, 0});
  hagstone_reuse_distance.refresh();
  ASSERT_EQ(measurement.engine.pairs.size(), 1u);
  EXPECT_EQ(measurement.engine.pairs.front().instances, 9u);
  EXPECT_EQ(measurement.engine.counters.size(), 5u) << "two distances of the pair and of the process, one first access";
}

TEST(ReuseDistance, AFullRecordingIsCounted) {
  MeasuredReuse measurement(HAGSTONE_GRANULARITY_LINE);
  measurement.engine.full = true;
  for (int i = 0; i < 3; i++) measurement.access({kMemory, 8, 0});
  EXPECT_TRUE(measurement.result(64).pairs.empty());
  EXPECT_GT(measurement.engine.statistics[HAGSTONE_STATISTIC_dropped_pairs_full], 0u);
  EXPECT_EQ(measurement.engine.statistics[HAGSTONE_STATISTIC_dropped_distances_full], 5u)
      << "one first access, two reuses on two axes";
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
