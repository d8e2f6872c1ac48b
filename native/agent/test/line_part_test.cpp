// SPDX-License-Identifier: MIT
#include "sampling/line_part.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

namespace {

using namespace hagstone;

constexpr uint64_t line = 4096;

hagstone_random seeded() {
  hagstone_random random;
  hagstone_random_seed(&random, 3, 0);
  return random;
}

struct Layout {
  uint64_t address;
  uint32_t length;
};

// An estimate is unbiased if each byte of the line is counted as often as its part has bytes: the weights of the parts
// around it sum up to the draws.
TEST(SharedPart, WeighsEveryByteOfTheLineAlike) {
  hagstone_random random = seeded();
  constexpr int draws = 200'000;
  for (const Layout &access : std::vector<Layout>{{0, 8}, {4, 4}, {56, 8}, {17, 1}, {13, 6}, {32, 32}, {60, 8}, {0, 64}}) {
    std::map<uint64_t, double> weights;
    std::map<uint64_t, double> shares;
    for (int i = 0; i < draws; i++) {
      const SharedPart shared = choose_shared_part(line + access.address, access.length, random);
      const hagstone_watched_part &part = shared.part;
      EXPECT_EQ(part.address % part.length, 0u);
      EXPECT_LE(part.length, 8u);
      EXPECT_GE(part.address, line);
      EXPECT_LE(part.address + part.length, line + 64);
      const bool within = part.address >= line + access.address &&
                          part.address + part.length <= line + access.address + access.length;
      const bool apart = part.address >= line + access.address + access.length ||
                         part.address + part.length <= line + access.address;
      EXPECT_TRUE(shared.overlaps ? within : apart);
      for (uint64_t byte = 0; byte < part.length; byte++) {
        weights[part.address + byte] += shared.weight;
        shares[part.address + byte] = 1 / shared.weight;
      }
    }
    ASSERT_EQ(weights.size(), 64u) << access.address;
    for (const auto &[byte, weight] : weights) {
      const double share = shares[byte];
      EXPECT_NEAR(weight, draws, 5.5 * std::sqrt(draws * share * (1 - share)) / share) << access.address << ": " << byte;
    }
  }
}

}  // namespace
