// SPDX-License-Identifier: MIT
#include "sampling/tools/line_part.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
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

const std::vector<Layout> layouts = {{0, 8},  {4, 4},   {56, 8}, {17, 1}, {13, 6},
                                     {3, 58}, {32, 32}, {60, 8}, {0, 64}, {9, 6}};

TEST(LineParts, CoverTheLineOnceAndAreCutAtTheAccess) {
  for (const Layout &access : layouts) {
    const LineParts parts = cut_line(line + access.address, access.length);
    ASSERT_LE(parts.count, LineParts::most);
    uint64_t next = line;
    for (unsigned i = 0; i < parts.count; i++) {
      const auto &[part, overlaps] = parts.items[i];
      EXPECT_EQ(part.address, next);
      EXPECT_EQ(part.address % part.length, 0u);
      EXPECT_LE(part.length, 8u);
      next = part.address + part.length;
      const bool within = part.address >= line + access.address && next <= line + access.address + access.length;
      const bool apart = part.address >= line + access.address + access.length || next <= line + access.address;
      EXPECT_TRUE(overlaps ? within : apart);
    }
    EXPECT_EQ(next, line + 64);
  }
}

// An estimate is unbiased if the weights of each part sum up to the draws.
TEST(ChosenParts, WeighEveryPartOfTheLineAlike) {
  hagstone_random random = seeded();
  constexpr int draws = 20'000;
  for (const Layout &access : layouts)
    for (unsigned registers = 1; registers <= 5; registers++) {
      const LineParts parts = cut_line(line + access.address, access.length);
      std::map<uint64_t, double> weights;
      std::map<uint64_t, double> shares;
      for (int i = 0; i < draws; i++) {
        const ChosenParts chosen = choose_parts(parts, registers, random);
        ASSERT_EQ(chosen.count, std::min(registers, parts.count));
        std::set<uint64_t> places;
        for (unsigned k = 0; k < chosen.count; k++) {
          const uint64_t place = chosen.items[k].part.part.address;
          places.insert(place);
          weights[place] += chosen.items[k].weight;
          shares[place] = 1 / chosen.items[k].weight;
        }
        ASSERT_EQ(places.size(), chosen.count);
        ASSERT_TRUE(registers == 1 || chosen.items[0].part.overlaps);
      }
      ASSERT_EQ(weights.size(), parts.count) << access.address << ", " << registers;
      for (const auto &[place, weight] : weights) {
        const double share = shares[place];
        EXPECT_NEAR(weight, draws, 1e-6 + 5.5 * std::sqrt(draws * share * (1 - share)) / share)
            << access.address << ": " << place;
      }
    }
}

}  // namespace
