// SPDX-License-Identifier: GPL-2.0-or-later
//
// Very many pairs of stores through several refreshes.
#include "exhaustive/stores/store_pairs.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "common/raw_format.h"
#include "program.h"

namespace hagstone::exhaustive::testing {
namespace {

struct Count {
  uint64_t instances = 0, bytes = 0;
  bool operator==(const Count &) const = default;
};

class ManyPairs : public ::testing::Test {
 protected:
  static constexpr uint32_t places = 400;
  using Counts = std::vector<Count>;

  ManyPairs() : expected(2 * places * places) {
    for (uint32_t i = 0; i < places; i++) {
      const auto place = program.store_place(8);
      places_.push_back(hagstone_place_of(place.context, place.site->id));
      EXPECT_EQ(program.engine.leaf(place.context, place.site->id), i + 1);
    }
  }

  // One instance: place `trap` over place `watch`.
  void store(uint32_t watch, uint32_t trap, uint32_t dead_bytes, uint32_t silent_bytes) {
    const hagstone_pair_key key = {places_[watch], places_[trap], 0, 0};
    hagstone_add_store_pair(&key, dead_bytes, silent_bytes);
    add(expected[index(HAGSTONE_TOOL_DEAD_STORES, watch, trap)], dead_bytes);
    add(expected[index(HAGSTONE_TOOL_SILENT_STORES, watch, trap)], silent_bytes);
  }

  Counts recorded() const {
    Counts found(2 * places * places);
    for (const hagstone_exact_pair &pair : program.engine.all_pairs()) {
      Count &count = found[index(pair.tool, pair.watch - 1, pair.trap - 1)];
      EXPECT_EQ(count.instances, 0u) << "a pair is there twice";
      count = {pair.instances, pair.bytes};
    }
    return found;
  }

  Program program;
  Counts expected;

 private:
  static size_t index(uint32_t tool, uint32_t watch, uint32_t trap) {
    return ((tool == HAGSTONE_TOOL_SILENT_STORES) * places + watch) * places + trap;
  }
  static void add(Count &count, uint32_t bytes) {
    count.instances += bytes != 0;
    count.bytes += bytes;
  }

  std::vector<hagstone_place> places_;
};

TEST_F(ManyPairs, AreAllInTheRecordingAfterEachRefresh) {
  std::mt19937 random(20261122);
  for (const uint32_t stores : {600'000u, 300'000u, 0u, 1'000u, 900'000u}) {
    for (uint32_t i = 0; i < stores; i++) {
      const uint32_t watch = random() % places, trap = random() % places;
      store(watch, trap, random() % 3, random() % 3);
    }
    hagstone_write_store_pairs();
    ASSERT_TRUE(recorded() == expected);
  }
}

// More often than 16 bits can tell.
TEST_F(ManyPairs, IncludeOneThatIsCountedVeryOften) {
  for (uint32_t i = 0; i < 200'000; i++) store(1, 2, 4, i % 2 ? 8 : 0);
  hagstone_write_store_pairs();
  ASSERT_TRUE(recorded() == expected);
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
