// SPDX-License-Identifier: GPL-2.0-or-later
#include "exhaustive/loads/pairs/load_pairs.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "exhaustive/options.h"
#include "fake_engine.h"

namespace {

using hagstone::exhaustive::testing::FakeEngine;

class LoadPairs : public ::testing::Test {
 protected:
  LoadPairs() {
    hagstone_options = {};
    hagstone_forget_load_pairs();
  }
  ~LoadPairs() override { hagstone_forget_load_pairs(); }

  uint32_t add(hagstone_place watch, hagstone_place trap, uint32_t number) {
    EXPECT_EQ(hagstone_find_load_pair(watch, trap), 0u);
    EXPECT_TRUE(hagstone_make_room_for_load_pair());
    hagstone_add_load_pair(watch, trap, number);
    return number;
  }
  // With a record.
  uint32_t add_new() {
    const hagstone_place place = hagstone_place_of(engine.add_context(), engine.add_site(HAGSTONE_LOAD, 8).id);
    const hagstone_pair_kind kind = {HAGSTONE_TOOL_REDUNDANT_LOADS, HAGSTONE_RELATION_REDUNDANT_WITH, 1};
    const hagstone_pair_key key = {place, place, 0, 0};
    return add(place, place, hagstone_new_counted_pair(&kind, &key, 0));
  }

  FakeEngine engine;
};

TEST_F(LoadPairs, AreFoundWhileTheirTableGrowsAndOthersLieBetweenThem) {
  constexpr uint32_t places = 300, apart = 3;
  uint32_t number = 0;
  for (uint64_t watch = 0; watch < places; watch++)
    for (uint64_t trap = 0; trap < places; trap++) add(watch + 1, trap << 40 | 1, number += apart);
  for (uint64_t watch = 0; watch < places; watch++)
    for (uint64_t trap = 0; trap < places; trap++)
      ASSERT_EQ(hagstone_find_load_pair(watch + 1, trap << 40 | 1), apart * (watch * places + trap + 1));
}

TEST_F(LoadPairs, CountsAreInTheRecordingAtOnce) {
  constexpr uint32_t count = 10'000;
  std::vector<uint32_t> pairs;
  std::vector<uint64_t> instances(count);
  std::mt19937 random(1);
  for (uint32_t i = 0; i < count; i++) {
    pairs.push_back(add_new());
    ASSERT_EQ(engine.pairs.back().id, i + 1);
  }
  for (uint64_t round = 1; round < 4; round++) {
    for (uint32_t i = 0; i < count; i++) {
      const uint32_t at = static_cast<uint32_t>(random() % count);
      hagstone_count_in_load_pair(pairs[at], round, 4 * round);
      instances[at] += round;
    }
    const auto &recorded = engine.all_pairs();
    for (uint32_t i = 0; i < count; i++) {
      ASSERT_EQ(recorded[i].instances, instances[i]);
      ASSERT_EQ(recorded[i].bytes, 4 * instances[i]);
    }
  }
}

TEST_F(LoadPairs, CountMoreThanFitsBesideThem) {
  const uint32_t pair = add_new();
  const uint64_t in_pairs_before = hagstone_bytes_in_pairs[HAGSTONE_TOOL_REDUNDANT_LOADS];  // of other tests
  constexpr uint64_t many = 0xf000'0000;
  for (uint32_t i = 0; i < 3; i++) hagstone_count_in_load_pair(pair, many / 8, many);
  hagstone_count_in_load_pair(pair, 1, 1ull << 33);
  const hagstone_exact_pair record = engine.all_pairs().front();
  EXPECT_EQ(record.instances, 3 * (many / 8) + 1);
  EXPECT_EQ(record.bytes, 3 * many + (1ull << 33));
  EXPECT_EQ(hagstone_bytes_in_pairs[HAGSTONE_TOOL_REDUNDANT_LOADS] - in_pairs_before, record.bytes);
}

TEST_F(LoadPairs, HaveRecordsThatAreFoundLater) {
  constexpr uint32_t count = 3 * HAGSTONE_PAIRS_COUNTED_TOGETHER / 2;
  std::vector<uint32_t> pairs;
  for (uint32_t i = 0; i < count; i++) {
    pairs.push_back(add_new());
    // Some counts of these pairs have not been written yet.
    ASSERT_EQ(hagstone_record_of_pair(pairs[i / 2]), &engine.pairs[i / 2]);
  }
  for (uint32_t i = 0; i < count; i++) ASSERT_EQ(hagstone_record_of_pair(pairs[i]), &engine.pairs[i]);
}

TEST_F(LoadPairs, AreDroppedWhereTheRecordingIsFull) {
  hagstone_count_in_load_pair(add_new(), 1, 8);
  engine.full = true;
  const hagstone_place place = hagstone_place_of(engine.add_context(), engine.add_site(HAGSTONE_LOAD, 8).id);
  const hagstone_pair_kind kind = {HAGSTONE_TOOL_REDUNDANT_LOADS, HAGSTONE_RELATION_REDUNDANT_WITH, 1};
  const hagstone_pair_key key = {place, place, 0, 0};
  EXPECT_EQ(hagstone_new_counted_pair(&kind, &key, 0), 0u);
  EXPECT_EQ(engine.statistics[HAGSTONE_STATISTIC_dropped_pairs_full], 1u);
  EXPECT_EQ(engine.all_pairs().size(), 1u);
}

TEST_F(LoadPairs, AreForgotten) {
  hagstone_count_in_load_pair(add_new(), 1, 8);
  hagstone_forget_load_pairs();
  // The child does not have the parent's recording.
  engine.pairs.clear();
  engine.pair_counts.clear();
  EXPECT_EQ(hagstone_find_load_pair(1, 2), 0u);
  hagstone_count_in_load_pair(add_new(), 2, 16);
  ASSERT_EQ(engine.all_pairs().size(), 1u);
  EXPECT_EQ(engine.all_pairs().front().instances, 2u);
  EXPECT_EQ(hagstone_record_of_pair(1), &engine.pairs.front());
}

}  // namespace
