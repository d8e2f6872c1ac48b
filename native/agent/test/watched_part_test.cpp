// SPDX-License-Identifier: MIT
#include "sampling/watched_part.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace {

using hagstone::choose_watched_part;
using hagstone::WatchedPart;

hagstone_random seeded() {
  hagstone_random random;
  hagstone_random_seed(&random, 2, 0);
  return random;
}

TEST(WatchedPart, OfAlignedAccessesIsTheWhole) {
  hagstone_random random = seeded();
  for (uint32_t length : {1u, 2u, 4u, 8u}) {
    WatchedPart part = choose_watched_part(64, length, random);
    EXPECT_EQ(part.address, 64u);
    EXPECT_EQ(part.length, length);
  }
}

TEST(WatchedPart, IsAlignedAndWithinTheAccess) {
  hagstone_random random = seeded();
  for (uint64_t address = 100; address < 116; address++)
    for (uint32_t length = 1; length <= 64; length++)
      for (int i = 0; i < 20; i++) {
        WatchedPart part = choose_watched_part(address, length, random);
        EXPECT_EQ(part.address % part.length, 0u);
        EXPECT_LE(part.length, 8u);
        EXPECT_GE(part.address, address);
        EXPECT_LE(part.address + part.length, address + length);
      }
}

TEST(WatchedPart, OfAVectorIsAnyOfItsEighths) {
  constexpr int draws = 80'000, parts = 8;
  hagstone_random random = seeded();
  std::map<uint64_t, int> counts;
  for (int i = 0; i < draws; i++) counts[choose_watched_part(4096, 64, random).address]++;
  ASSERT_EQ(counts.size(), static_cast<size_t>(parts));
  const double share = 1.0 / parts;
  for (const auto &[address, count] : counts)
    EXPECT_NEAR(count, draws * share, 4.9 * std::sqrt(draws * share * (1 - share)));  // binomial, 10^-6
}

}  // namespace
