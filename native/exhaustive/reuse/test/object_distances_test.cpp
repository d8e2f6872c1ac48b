// SPDX-License-Identifier: GPL-2.0-or-later
// Reuse distances of single data objects. Places of the traces represent the objects that are accessed.
#include "exhaustive/reuse/distances/object_distances.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "common/raw_format.h"
#include "common/test/bucket_distance.h"
#include "exhaustive/objects/fake_program_memory.h"
#include "exhaustive/objects/objects.h"
#include "exhaustive/options.h"
#include "exhaustive/reuse/reuse_distance.h"
#include "measured_reuse.h"

namespace hagstone::exhaustive::testing {
namespace {

// Blocks side by side, each of another calling context and with room after it that is in none.
constexpr uint64_t kObjectMemory = 0x100000, kBlocks = 3, kBlockBytes = 640, kStride = 1024, kPage = 4096;

struct ObjectTruth {
  Distances distances;
  uint64_t first = 0;
  bool operator==(const ObjectTruth &) const = default;
};

// By id of the object.
std::map<uint32_t, ObjectTruth> objects_in(const FakeEngine &engine, uint32_t granularity) {
  std::map<uint32_t, ObjectTruth> found;
  for (const FakeEngine::Record &record : engine.counters) {
    if (record.type != HAGSTONE_RECORD_OBJECT_REUSE_COUNT) continue;
    const auto &counter = record.as<hagstone_object_reuse_count>();
    if (counter.granularity != granularity) continue;
    ObjectTruth &object = found[counter.object];
    if (counter.axis == HAGSTONE_AXIS_FIRST)
      object.first += counter.count;
    else
      (counter.axis == HAGSTONE_AXIS_TIME
           ? object.distances.time
           : object.distances.stack)[hagstone_bucket_distance(counter.bucket)] += counter.count;
  }
  return found;
}

class ObjectDistances : public ::testing::Test {
 protected:
  static constexpr uint32_t kGranularities = HAGSTONE_GRANULARITY_BYTE | HAGSTONE_GRANULARITY_WORD |
                                             HAGSTONE_GRANULARITY_LINE;

  void allocate(MeasuredReuse &measurement) {
    for (uint64_t block = 0; block < kBlocks; block++)
      hagstone_reuse_distance.memory_begins(kObjectMemory + block * kStride, kBlockBytes, HAGSTONE_MEMORY_ALLOCATED,
                                            measurement.engine.add_context());
  }
  // Without the option no objects are kept.
  void TearDown() override {
    if (hagstone_options.reuse_objects) hagstone_objects_end(kObjectMemory, kPage, HAGSTONE_MEMORY_UNMAPPED);
  }

  FakeProgramMemory memory;
};

// Places 1 to kBlocks are the blocks, 0 is the room in between.
std::vector<TracedAccess> random_accesses(uint32_t longest) {
  std::mt19937 random(11);
  std::vector<TracedAccess> trace;
  for (uint32_t i = 0; i < 400; i++) {
    const uint64_t block = random() % kBlocks;
    const bool inside = random() % 4 != 0;
    const uint32_t bytes = 1 + random() % longest;
    const uint64_t begin = inside ? 0 : kBlockBytes, end = inside ? kBlockBytes : kStride;
    trace.push_back({kObjectMemory + block * kStride + begin + random() % (end - begin - bytes), bytes,
                     inside ? static_cast<uint32_t>(1 + block) : 0});
  }
  return trace;
}

// The pairs whose later access is in the object.
Distances truth_of(const ReuseTruth &truth, uint32_t place) {
  Distances of_object;
  for (const auto &[places, pair] : truth.pairs) {
    if (places.second != place) continue;
    for (const auto &[distance, count] : pair.distances.time) of_object.time[distance] += count;
    for (const auto &[distance, count] : pair.distances.stack) of_object.stack[distance] += count;
  }
  return of_object;
}

TEST_F(ObjectDistances, AreThoseOfTheAccessesToTheObject) {
  for (const uint32_t longest : {1, 8, 100}) {
    const std::vector<TracedAccess> trace = random_accesses(longest);
    MeasuredReuse measurement(kGranularities, false, true);
    allocate(measurement);
    for (const TracedAccess &access : trace) measurement.access(access);
    hagstone_reuse_distance.finish();
    for (const uint32_t granularity : {1, 8, 64}) {
      const ReuseTruth truth = brute_force_reuse(trace, granularity);
      std::map<uint32_t, ObjectTruth> found = objects_in(measurement.engine, granularity);
      ASSERT_EQ(found.size(), kBlocks);
      // Objects are numbered as they are first accessed.
      std::vector<Distances> all, expected;
      for (const auto &[id, object] : found) all.push_back(object.distances);
      for (uint32_t place = 1; place <= kBlocks; place++) expected.push_back(truth_of(truth, place));
      for (const Distances &each : expected)
        EXPECT_NE(std::find(all.begin(), all.end(), each), all.end()) << longest << " " << granularity;
    }
    hagstone_objects_end(kObjectMemory, kPage, HAGSTONE_MEMORY_UNMAPPED);
  }
}

TEST_F(ObjectDistances, AreTheSameByWayOfTheBatch) {
  MeasuredReuse measurement(HAGSTONE_GRANULARITY_LINE, false, true);
  allocate(measurement);
  const std::vector<TracedAccess> round = {
      {kObjectMemory, 8, 1}, {kObjectMemory + kStride, 8, 2}, {kObjectMemory + kBlockBytes, 8, 3}, {kObjectMemory, 8, 4}};
  constexpr uint64_t kRounds = 50;
  for (uint64_t i = 0; i < kRounds; i++) measurement.batch(round, 0, ~size_t{0});
  hagstone_reuse_distance.finish();
  const ObjectTruth first_block = {{{{1, kRounds - 1}, {3, kRounds}}, {{0, kRounds - 1}, {2, kRounds}}}, 1};
  const ObjectTruth second_block = {{{{4, kRounds - 1}}, {{2, kRounds - 1}}}, 1};
  EXPECT_EQ(objects_in(measurement.engine, 64), (std::map<uint32_t, ObjectTruth>{{1, first_block}, {2, second_block}}));
}

TEST_F(ObjectDistances, GoOnUnderTheAllocationOfAFreedBlock) {
  MeasuredReuse measurement(HAGSTONE_GRANULARITY_LINE, false, true);
  allocate(measurement);
  const std::vector<TracedAccess> twice = {{kObjectMemory, 8, 1}, {kObjectMemory, 8, 1}};
  measurement.batch(twice, 0, ~size_t{0});
  hagstone_reuse_distance.memory_ends(kObjectMemory, kBlockBytes, HAGSTONE_MEMORY_FREED);
  measurement.batch(twice, 0, ~size_t{0});
  hagstone_reuse_distance.finish();
  EXPECT_EQ(objects_in(measurement.engine, 64), (std::map<uint32_t, ObjectTruth>{{1, {{{{1, 1}}, {{0, 1}}}, 1}}}))
      << "freed memory is in no object";
}

TEST_F(ObjectDistances, AreNotCountedUnlessAskedFor) {
  MeasuredReuse measurement(kGranularities);
  allocate(measurement);
  measurement.batch(std::vector<TracedAccess>{{kObjectMemory, 8, 1}, {kObjectMemory, 8, 1}}, 0, ~size_t{0});
  hagstone_reuse_distance.finish();
  EXPECT_TRUE(objects_in(measurement.engine, 64).empty());
  EXPECT_TRUE(measurement.engine.log.empty());
}

// Those that found no room are reported.
TEST_F(ObjectDistances, AreDroppedWithoutRoom) {
  MeasuredReuse measurement(HAGSTONE_GRANULARITY_LINE, false, true);
  allocate(measurement);
  measurement.access({kObjectMemory, 8, 1});
  measurement.engine.full = true;
  hagstone_count_object_reuses(kObjectMemory, 6, 5, 3, 7);
  EXPECT_EQ(measurement.engine.statistics[HAGSTONE_STATISTIC_dropped_distances_full], 14u);
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
