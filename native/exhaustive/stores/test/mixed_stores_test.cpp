// SPDX-License-Identifier: GPL-2.0-or-later
//
// Owner words of granules whose bytes several places stored, against an array of places.
#include "exhaustive/stores/memory/mixed_stores.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>
#include <vector>

namespace hagstone::exhaustive::testing {
namespace {

using Places = std::array<hagstone_place, HAGSTONE_GRANULE_BYTES>;

Places places_of(uint64_t owner) {
  Places places{};
  for (uint32_t i = 0; i < places.size(); i++)
    if (hagstone_stored_bytes(owner) >> i & 1) places[i] = hagstone_place_of_byte(owner, i);
  return places;
}

TEST(MixedStores, AreWhatWasStoredLast) {
  // So many places that most granules differ, and few enough that many share them.
  constexpr size_t granules = 20'000, steps = 400'000;
  std::mt19937 random(7);
  std::vector<uint64_t> owners(granules);
  std::vector<Places> expected(granules);
  for (size_t step = 0; step < steps; step++) {
    const size_t at = random() % granules;
    const uint32_t mask = 1 + random() % 15;
    const hagstone_place place = random() % 8 ? 1 + random() % 7 : 0;
    owners[at] = place ? hagstone_owner_after_store(owners[at], mask, place) : hagstone_owner_without(owners[at], mask);
    for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++)
      if (mask >> i & 1) expected[at][i] = place;
    ASSERT_EQ(places_of(owners[at]), expected[at]) << step;
  }
  size_t mixed = 0;
  std::set<uint64_t> words;
  for (size_t at = 0; at < granules; at++) {
    ASSERT_EQ(places_of(owners[at]), expected[at]) << at;
    mixed += hagstone_is_mixed(owners[at]);
    if (hagstone_is_mixed(owners[at])) words.insert(owners[at]);
  }
  EXPECT_GT(words.size(), 4096u);
  EXPECT_LT(words.size(), mixed - 1000);
  for (uint64_t &owner : owners) EXPECT_EQ(hagstone_owner_without(owner, 15), 0u);
}

TEST(MixedStores, HaveSeveralPlaces) {
  const uint64_t lower = hagstone_owner_after_store(0, 0b0011, 5), both = hagstone_owner_after_store(lower, 0b1100, 6);
  EXPECT_TRUE(hagstone_is_mixed(both));
  const uint64_t other = hagstone_owner_after_store(hagstone_owner_of_place(6, 0b1100), 0b0011, 5);
  EXPECT_EQ(other, both);
  EXPECT_EQ(hagstone_owner_after_store(both, 0b0011, 6), hagstone_owner_of_place(6, 0b1111));
  EXPECT_EQ(hagstone_owner_without(other, 0b1100), hagstone_owner_of_place(5, 0b0011));
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
