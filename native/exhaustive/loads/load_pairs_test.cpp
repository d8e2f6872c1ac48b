// SPDX-License-Identifier: GPL-2.0-or-later
#include "load_pairs.h"

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

  hagstone_load_pair* add(hagstone_place watch, hagstone_place trap, hagstone_exact_pair* record) {
    EXPECT_EQ(hagstone_find_load_pair(watch, trap), nullptr);
    EXPECT_TRUE(hagstone_make_room_for_load_pair());
    return hagstone_add_load_pair(watch, trap, record);
  }

  FakeEngine engine;
};

TEST_F(LoadPairs, StayWhereTheyAreWhileTheirTableGrows) {
  constexpr uint64_t places = 300;
  std::vector<hagstone_exact_pair> records(places * places);
  std::vector<hagstone_load_pair*> pairs;
  for (uint64_t watch = 0; watch < places; watch++)
    for (uint64_t trap = 0; trap < places; trap++)
      pairs.push_back(add(watch + 1, trap << 40 | 1, &records[watch * places + trap]));
  for (uint64_t watch = 0; watch < places; watch++)
    for (uint64_t trap = 0; trap < places; trap++) {
      const uint64_t index = watch * places + trap;
      ASSERT_EQ(hagstone_find_load_pair(watch + 1, trap << 40 | 1), pairs[index]);
      ASSERT_EQ(pairs[index]->record, &records[index]);
    }
}

TEST_F(LoadPairs, CountsReachTheirRecordsOnce) {
  constexpr uint32_t count = 50'000;
  std::vector<hagstone_exact_pair> records(count);
  std::vector<hagstone_load_pair*> pairs;
  std::vector<uint64_t> instances(count);
  std::mt19937 random(1);
  for (uint32_t i = 0; i < count; i++) pairs.push_back(add(i + 1, 7, &records[i]));
  for (uint32_t round = 0; round < 3; round++) {
    for (uint32_t i = 0; i < count; i++) {
      const uint32_t at = static_cast<uint32_t>(random() % count);
      hagstone_count_in_load_pair(pairs[at], round + 1, 4 * (round + 1));
      instances[at] += round + 1;
    }
    hagstone_write_load_pairs(round == 1);
    for (uint32_t i = 0; i < count; i++) {
      ASSERT_EQ(records[i].instances, instances[i]);
      ASSERT_EQ(records[i].bytes, 4 * instances[i]);
    }
  }
}

TEST_F(LoadPairs, CountMoreThanTheyHold) {
  hagstone_exact_pair record = {};
  hagstone_load_pair* pair = add(1, 2, &record);
  constexpr uint64_t many = 0xf000'0000;
  for (uint32_t i = 0; i < 3; i++) hagstone_count_in_load_pair(pair, many / 8, many);
  hagstone_count_in_load_pair(pair, 1, 1ull << 33);
  hagstone_write_load_pairs(0);
  EXPECT_EQ(record.instances, 3 * (many / 8) + 1);
  EXPECT_EQ(record.bytes, 3 * many + (1ull << 33));
}

TEST_F(LoadPairs, AreForgotten) {
  hagstone_exact_pair record = {};
  hagstone_count_in_load_pair(add(1, 2, &record), 1, 8);
  hagstone_forget_load_pairs();
  EXPECT_EQ(hagstone_find_load_pair(1, 2), nullptr);
  hagstone_write_load_pairs(0);
  EXPECT_EQ(record.instances, 0u);
  EXPECT_EQ(add(3, 4, &record)->instances, 0u);
}

}  // namespace
