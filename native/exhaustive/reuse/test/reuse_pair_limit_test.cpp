// SPDX-License-Identifier: GPL-2.0-or-later
// Reuses after as many pairs were recorded as a process may have.
#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <span>

#include "common/raw_format.h"
#include "common/test/bucket_distance.h"
#include "exhaustive/options.h"
#include "exhaustive/reuse/reuse_counts.h"
#include "exhaustive/reuse/reuse_distance.h"
#include "exhaustive/reuse/reuse_pairs.h"
#include "measured_reuse.h"

namespace hagstone::exhaustive::testing {
namespace {

constexpr uint32_t kLineBits = 6;

void count_reuse(hagstone_place watch, hagstone_place trap, uint64_t time) {
  const hagstone_alike_reuses reuses = {watch, hagstone_trap_at(trap, kLineBits), time, 0, hagstone_amounts(1, 8)};
  hagstone_count_older_reuses(&reuses);
}

Distances of_process(const FakeEngine &engine) {
  Distances found;
  for (const FakeEngine::Record &record : engine.counters) {
    const auto &counter = record.as<hagstone_reuse_count>();
    if (record.type != HAGSTONE_RECORD_REUSE_COUNT || counter.pair || counter.axis == HAGSTONE_AXIS_FIRST) continue;
    (counter.axis == HAGSTONE_AXIS_TIME ? found.time : found.stack)[hagstone_bucket_distance(counter.bucket)] +=
        counter.count;
  }
  return found;
}

uint64_t sum(const Distances::Counts &counts) {
  return std::accumulate(counts.begin(), counts.end(), uint64_t{0},
                         [](uint64_t all, const auto &each) { return all + each.second; });
}

uint64_t instances_of(const FakeEngine &engine) {
  uint64_t all = 0;
  for (const hagstone_exact_pair &pair : engine.pairs) all += pair.instances;
  return all;
}

void take_away(Distances::Counts &counts, uint64_t distance, uint64_t count) {
  if ((counts.at(distance) -= count) == 0) counts.erase(distance);
}

// Rounds of loops over a few lines, in two threads.
std::vector<TracedAccess> loops(MeasuredReuse &measurement) {
  std::mt19937 random(5);
  std::vector<TracedAccess> trace;
  for (uint32_t loop = 0; loop < 60; loop++) {
    std::vector<TracedAccess> body(1 + random() % 12);
    for (TracedAccess &each : body)
      each = {0x10000 + random() % 3000, static_cast<uint32_t>(1 + random() % 16), static_cast<uint32_t>(1 + random() % 9),
              1 + loop % 2};
    for (uint32_t round = 1 + random() % 5; round > 0; round--) {
      measurement.batch(body, 0, ~size_t{0});
      trace.insert(trace.end(), body.begin(), body.end());
    }
  }
  return trace;
}

TEST(ReusePairLimit, CountsReusesBeyondItForTheProcess) {
  constexpr uint64_t kTime = 1u << 20;  // longer than the trace
  MeasuredReuse measurement(HAGSTONE_GRANULARITY_LINE);
  // One of the two threads' contexts has recorded pairs, the other has none.
  loops(measurement);
  hagstone_reuse_distance.after_fork();
  measurement.engine.pairs.clear();
  measurement.engine.counters.clear();
  const uint32_t watch = measurement.engine.add_site(HAGSTONE_STORE, 8).id,
                 trap = measurement.engine.add_site(HAGSTONE_LOAD, 8).id;
  constexpr uint32_t kSide = 1500;
  for (uint32_t i = 0; i < HAGSTONE_MOST_REUSE_PAIRS; i++)
    count_reuse(hagstone_place_of(2 + i / kSide, watch), hagstone_place_of(2 + i % kSide, trap), kTime);
  hagstone_reuse_distance.refresh();
  ASSERT_EQ(measurement.engine.pairs.size(), HAGSTONE_MOST_REUSE_PAIRS);

  const ReuseTruth truth = brute_force_reuse(loops(measurement), 64);
  count_reuse(hagstone_place_of(2, watch), hagstone_place_of(2, trap), kTime);
  hagstone_reuse_distance.finish();
  EXPECT_EQ(measurement.engine.pairs.size(), HAGSTONE_MOST_REUSE_PAIRS);
  EXPECT_EQ(instances_of(measurement.engine), HAGSTONE_MOST_REUSE_PAIRS + 1u) << "a recorded pair counts on";
  EXPECT_EQ(measurement.engine.statistics[HAGSTONE_STATISTIC_dropped_pairs_full], sum(truth.process.time));
  Distances found = of_process(measurement.engine);
  take_away(found.time, kTime, HAGSTONE_MOST_REUSE_PAIRS + 1);
  take_away(found.stack, 0, HAGSTONE_MOST_REUSE_PAIRS + 1);
  EXPECT_EQ(found, truth.process);
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
