// SPDX-License-Identifier: GPL-2.0-or-later
#include "exhaustive/reuse/reuse_pairs.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "common/raw_format.h"
#include "common/test/bucket_distance.h"
#include "exhaustive/options.h"
#include "exhaustive/reuse/reuse_counts.h"
#include "exhaustive/reuse/reuse_distance.h"
#include "measured_reuse.h"
#include "part_of_octave.h"

namespace hagstone::exhaustive::testing {
namespace {

constexpr uint64_t kMany = 3'000'000'000;  // twice as many need more than 32 bits

struct ReusePairs : ::testing::Test {
  MeasuredReuse measurement{HAGSTONE_GRANULARITY_LINE};
  const uint32_t site = measurement.engine.add_site(HAGSTONE_LOAD, 8).id;

  ~ReusePairs() override { hagstone_reuse_distance.after_fork(); }
  hagstone_place place(uint32_t context) const { return hagstone_place_of(context, site); }
  hagstone_reuse_pair *pair_of(uint32_t watch, uint32_t trap) const {
    if (!hagstone_make_room_for_reuse_pairs(1)) return nullptr;
    hagstone_reuse_pair *const known = hagstone_find_reuse_pair(place(watch), place(trap));
    return known ? known : hagstone_add_reuse_pair(place(watch), place(trap));
  }
};

TEST_F(ReusePairs, CountInTheirRecordsWhatIsWritten) {
  hagstone_count_in_reuse_pair(pair_of(2, 3), 2, 16);
  ASSERT_EQ(measurement.engine.pairs.size(), 1u);
  for (int times = 0; times < 2; times++) hagstone_write_reuse_pairs();
  EXPECT_EQ(measurement.engine.pairs.front().instances, 2u);
  EXPECT_EQ(measurement.engine.pairs.front().bytes, 16u);
}

TEST_F(ReusePairs, CountMoreThan32BitsHold) {
  for (int times = 0; times < 3; times++) hagstone_count_in_reuse_pair(pair_of(2, 3), 1, kMany);
  hagstone_write_reuse_pairs();
  EXPECT_EQ(measurement.engine.pairs.front().instances, 3u);
  EXPECT_EQ(measurement.engine.pairs.front().bytes, 3 * kMany);
}

TEST_F(ReusePairs, AreFoundAgainWhenThereAreManyMore) {
  constexpr uint32_t kContexts = 200;
  for (uint32_t round = 1; round <= 2; round++)
    for (uint32_t watch = 2; watch < kContexts; watch++)
      for (uint32_t trap = 2; trap < kContexts; trap++) hagstone_count_in_reuse_pair(pair_of(watch, trap), round, watch);
  hagstone_write_reuse_pairs();
  constexpr size_t kAll = (kContexts - 2) * (kContexts - 2);
  EXPECT_EQ(hagstone_reuse_pair_count(), kAll);
  ASSERT_EQ(measurement.engine.pairs.size(), kAll);
  for (size_t i = 0; i < kAll; i++) {
    EXPECT_EQ(measurement.engine.pairs[i].instances, 3u) << i;
    EXPECT_EQ(measurement.engine.pairs[i].bytes, 2 * (2 + i / (kContexts - 2))) << i;
  }
}

// More distances than are remembered at a time, so that many take the place of others.
TEST(ReuseCounts, ReusesOfOneBucketAreCountedTogetherAndThoseOfOthersApart) {
  MeasuredReuse measurement(HAGSTONE_GRANULARITY_LINE);
  const hagstone_place place = hagstone_place_of(2, measurement.engine.add_site(HAGSTONE_LOAD, 8).id);
  std::map<std::pair<int, uint64_t>, uint64_t> expected, counts;
  for (int times = 0; times < 2; times++)
    for (uint64_t time = 1; time < 1 << 16; time++) {
      const uint64_t stack = (1 << 16) - time;
      const hagstone_alike_reuses reuses = {place, hagstone_trap_at(place, 6), time, stack, hagstone_amounts(1, 8)};
      hagstone_count_older_reuses(&reuses);
      expected[{HAGSTONE_AXIS_TIME, first_of_part(time)}]++;
      expected[{HAGSTONE_AXIS_STACK, first_of_part(stack)}]++;
    }
  hagstone_reuse_distance.finish();
  for (const FakeEngine::Record &record : measurement.engine.counters) {
    const auto &counter = record.as<hagstone_reuse_count>();
    if (record.type == HAGSTONE_RECORD_REUSE_COUNT && counter.pair)
      counts[{counter.axis, first_of_part(hagstone_bucket_distance(counter.bucket))}] += counter.count;
  }
  EXPECT_EQ(counts, expected);
  hagstone_reuse_distance.after_fork();
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
