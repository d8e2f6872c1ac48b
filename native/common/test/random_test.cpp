// SPDX-License-Identifier: MIT
#include "random.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

namespace {

TEST(Random, SameSeedAndStreamGiveTheSameNumbers) {
  hagstone_random one, other;
  hagstone_random_seed(&one, 5, 1);
  hagstone_random_seed(&other, 5, 1);
  for (int i = 0; i < 100; i++) EXPECT_EQ(hagstone_random_next(&one), hagstone_random_next(&other));
}

TEST(Random, StreamsOfOneSeedDiffer) {
  std::set<uint32_t> firsts;
  for (uint64_t stream = 0; stream < 1000; stream++) {
    hagstone_random random;
    hagstone_random_seed(&random, 5, stream);
    firsts.insert(hagstone_random_next(&random));
  }
  EXPECT_GE(firsts.size(), 999u);
}

TEST(Random, NumbersBelowABoundAreUniform) {
  constexpr int draws = 600'000, sides = 6;
  hagstone_random random;
  hagstone_random_seed(&random, 11, 0);
  std::array<int, sides> counts = {};
  for (int i = 0; i < draws; i++) counts.at(hagstone_random_below(&random, sides))++;
  const double expected = static_cast<double>(draws) / sides;
  const double bound = 4.9 * std::sqrt(expected * (1 - 1.0 / sides));  // binomial, 10^-6
  for (int count : counts) EXPECT_NEAR(count, expected, bound);
}

TEST(Random, NumbersReachBoundsBeyond32Bits) {
  constexpr uint64_t bound = uint64_t{3} << 40;
  hagstone_random random;
  hagstone_random_seed(&random, 1, 0);
  bool high = false;
  for (int i = 0; i < 100; i++) {
    uint64_t value = hagstone_random_below(&random, bound);
    EXPECT_LT(value, bound);
    high = high || value > bound / 2;
  }
  EXPECT_TRUE(high);
}

TEST(NearestPrime, FindsTheNearest) {
  EXPECT_EQ(hagstone_nearest_prime(0), 2u);
  EXPECT_EQ(hagstone_nearest_prime(7), 7u);
  EXPECT_EQ(hagstone_nearest_prime(9), 7u);    // 7 and 11 are equally near
  EXPECT_EQ(hagstone_nearest_prime(25), 23u);  // 23 is nearer than 29
  EXPECT_EQ(hagstone_nearest_prime(10'000'000), 9'999'991u);
  EXPECT_EQ(hagstone_nearest_prime(3215031751), 3215031749u);  // a strong pseudoprime to 2, 3, 5 and 7
}

TEST(PrimeFrom, IsNeverBelow) {
  EXPECT_EQ(hagstone_prime_from(0), 2u);
  EXPECT_EQ(hagstone_prime_from(7), 7u);
  EXPECT_EQ(hagstone_prime_from(24), 29u);  // 23 is nearer
  EXPECT_EQ(hagstone_prime_from(8'000'000), 8'000'009u);
}

}  // namespace
