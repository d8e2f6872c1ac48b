// SPDX-License-Identifier: GPL-2.0-or-later
#include "exhaustive/reuse/distances/pair_distances.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <tuple>

#include "common/raw_format.h"
#include "common/test/bucket_distance.h"
#include "fake_engine.h"
#include "part_of_octave.h"

namespace hagstone::exhaustive::testing {
namespace {

using Key = std::tuple<uint32_t, uint32_t, uint32_t, uint64_t>;  // pair, axis, granularity, distance
using Counts = std::map<Key, uint64_t>;

class PairDistances : public ::testing::Test {
 protected:
  ~PairDistances() override { hagstone_forget_pair_distances(); }

  static void count(uint32_t pair, uint64_t distance, uint64_t amount = 1, uint32_t axis = HAGSTONE_AXIS_TIME,
                    uint32_t granularity_bits = 6) {
    const uint32_t bucket = hagstone_distance_bucket(distance);
    hagstone_count_pair_distance(hagstone_expect_pair_distance(pair, axis, granularity_bits, bucket), amount);
  }
  Counts written() {
    hagstone_write_pair_distances();
    Counts counts;
    for (const auto &each : engine_.counters) {
      const auto &record = each.as<hagstone_reuse_count>();
      counts[{record.pair, record.axis, record.granularity, hagstone_bucket_distance(record.bucket)}] += record.count;
    }
    return counts;
  }
  // Distances of pair 1, in time and lines.
  static Counts of_lines(const std::map<uint64_t, uint64_t> &counts) {
    Counts all;
    for (const auto &[distance, count] : counts) all[{1, HAGSTONE_AXIS_TIME, 64, distance}] = count;
    return all;
  }

  FakeEngine engine_;
};

TEST_F(PairDistances, AreExactBelowTwoParts) {
  std::map<uint64_t, uint64_t> expected;
  for (uint64_t distance = 0; distance < 64; distance++) count(1, distance), expected[distance] = 1;
  EXPECT_EQ(written(), of_lines(expected));
}

TEST_F(PairDistances, NameTheirBucketIfItIsAloneInItsPart) {
  std::map<uint64_t, uint64_t> expected;
  for (const uint64_t distance : {65ull, 1001ull, 4099ull, 1'000'003ull, (1ull << 52) + 1}) {
    for (int i = 0; i < 3; i++) count(1, distance);
    expected[hagstone_bucket_distance(hagstone_distance_bucket(distance))] = 3;
  }
  EXPECT_EQ(written(), of_lines(expected));
  EXPECT_TRUE(expected.contains(65) && expected.contains(1001) && expected.contains(4096)) << "three significant digits";
}

TEST_F(PairDistances, NameTheMiddleOfTheirPartIfTheyHaveSeveralBuckets) {
  for (const uint64_t distance : {993, 1001, 1001, 4096, 4096 + 124, 4096 + 128}) count(1, distance);
  EXPECT_EQ(written(), of_lines({{1000, 3}, {4096 + 64, 2}, {4096 + 128, 1}})) << "992 to 1007, 4096 to 4223, 4224";
}

TEST_F(PairDistances, MoveToTheMiddleWhenAnotherBucketIsSeenLater) {
  count(1, 993);
  EXPECT_EQ(written(), of_lines({{993, 1}}));
  count(1, 1001);
  EXPECT_EQ(written(), of_lines({{1000, 2}}));
  count(1, 1001);
  EXPECT_EQ(written(), of_lines({{1000, 3}}));
}

// More than a word of the table holds at once.
TEST_F(PairDistances, AreWrittenInAnyAmount) {
  constexpr uint64_t kMany = 5'000'000'000, kMore = 200'000;
  for (const uint64_t amount : {kMany, kMore, kMore}) count(1, 1u << 20, amount, HAGSTONE_AXIS_STACK, 3);
  EXPECT_EQ(written(), (Counts{{{1, HAGSTONE_AXIS_STACK, 8, 1u << 20}, kMany + 2 * kMore}}));
}

// More than are remembered in front of the table, of which many leave at a time, while the table grows.
TEST_F(PairDistances, AreAllCounted) {
  constexpr uint32_t kPairs = 300, kDistances = 600'000;
  std::mt19937_64 random(7);
  std::map<Key, uint64_t> expected, counts;
  for (uint32_t i = 0; i < kDistances; i++) {
    const uint64_t distance = random() >> (20 + random() % 44);
    const uint32_t pair = static_cast<uint32_t>(1 + random() % kPairs), axis = 1 + random() % 2,
                   granularity_bits = 3 * (random() % 3);
    count(pair, distance, 1, axis, granularity_bits);
    expected[{pair, axis, 1u << granularity_bits, first_of_part(distance)}]++;
    if (i % 150'000 == 0) hagstone_write_pair_distances();
  }
  for (const auto &[key, amount] : written()) {
    const auto &[pair, axis, granularity, distance] = key;
    counts[{pair, axis, granularity, first_of_part(distance)}] += amount;
  }
  EXPECT_GT(counts.size(), 1u << 17);
  EXPECT_TRUE(counts == expected);
}

TEST_F(PairDistances, AreBounded) {
  constexpr uint32_t kBeyond = 10;
  for (uint32_t pair = 1; pair <= HAGSTONE_MOST_PAIR_DISTANCES + kBeyond; pair++) count(pair, 5);
  hagstone_write_pair_distances();
  for (uint32_t pair = 1; pair <= HAGSTONE_MOST_PAIR_DISTANCES + kBeyond; pair++) count(pair, 5);
  hagstone_write_pair_distances();
  EXPECT_EQ(engine_.statistics[HAGSTONE_STATISTIC_dropped_distances_full], 2 * kBeyond);
  EXPECT_EQ(engine_.counters.size(), static_cast<size_t>(HAGSTONE_MOST_PAIR_DISTANCES));
}

TEST_F(PairDistances, LeaveOutPairsBeyondTheWord) {
  count(1u << 25, 5, 3);
  EXPECT_TRUE(written().empty());
  EXPECT_EQ(engine_.statistics[HAGSTONE_STATISTIC_dropped_distances_full], 3u);
}

TEST_F(PairDistances, BeginAnewInTheChildOfAFork) {
  for (uint32_t pair = 1; pair <= 100'000; pair++) count(pair, 5);
  hagstone_forget_pair_distances();
  count(1, 5);
  EXPECT_EQ(written(), of_lines({{5, 1}}));
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
