// SPDX-License-Identifier: MIT
// Reservoir and attribution together, on the access streams of WITCH section 4.
#include <gtest/gtest.h>

#include "raw_format.h"
#include "simulation.h"
#include "witch_streams.h"

namespace {

using namespace witch;

double share_of(const Simulation &simulation, std::initializer_list<Simulation::Pair> pairs) {
  const auto shares = simulation.shares();
  double sum = 0;
  for (const auto &pair : pairs) {
    auto found = shares.find(pair);
    if (found != shares.end()) sum += found->second;
  }
  return sum;
}

class EveryReservoir : public testing::TestWithParam<uint32_t> {};

TEST_P(EveryReservoir, Listing3HasFourEqualPairs) {
  for (uint32_t registers : {1u, 3u, 4u}) {
    Simulation simulation({registers, 200, GetParam(), HAGSTONE_ATTRIBUTION_PROPORTIONAL}, 17);
    listing_3(simulation, 1000);
    ASSERT_GT(simulation.traps(), 1000u);
    const double bound = binomial_bound(0.25, simulation.samples());
    for (Simulation::Pair pair : {Simulation::Pair{3, 11}, {11, 3}, {7, 8}, {8, 7}})
      EXPECT_NEAR(share_of(simulation, {pair}), 0.25, bound) << registers << " registers, line " << pair.first;
  }
}

TEST_P(EveryReservoir, Figure2HasThreeTwoOne) {
  for (uint32_t registers : {1u, 3u, 4u}) {
    Simulation simulation({registers, 1000, GetParam(), HAGSTONE_ATTRIBUTION_PROPORTIONAL}, 23);
    figure_2(simulation, 2000);
    ASSERT_GT(simulation.traps(), 1000u);
    EXPECT_NEAR(share_of(simulation, {{place_a, place_a}}), 3.0 / 6, binomial_bound(3.0 / 6, simulation.samples()));
    EXPECT_NEAR(share_of(simulation, {{place_b, place_b}}), 2.0 / 6, binomial_bound(2.0 / 6, simulation.samples()));
    EXPECT_NEAR(share_of(simulation, {{place_x, place_x_again}, {place_x_again, place_x}}), 1.0 / 6,
                binomial_bound(1.0 / 6, simulation.samples()));
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, EveryReservoir, testing::Values(HAGSTONE_RESERVOIR_REGISTERS, HAGSTONE_RESERVOIR_COMMON),
                         [](const auto &info) { return info.param == HAGSTONE_RESERVOIR_COMMON ? "common" : "registers"; });

// WITCH 4.2: without proportional attribution Figure 2 comes out as 5 % : 2 % : 93 %.
TEST(Attribution, IsNeededWhereDenseTrapsDrownSparseOnes) {
  Simulation simulation({1, 100, HAGSTONE_RESERVOIR_REGISTERS, HAGSTONE_ATTRIBUTION_NONE}, 29);
  figure_2(simulation, 500);
  EXPECT_GT(share_of(simulation, {{place_x, place_x_again}, {place_x_again, place_x}}), 0.8);
  EXPECT_LT(share_of(simulation, {{place_a, place_a}}), 0.15);
}

// WITCH 4.1: replacing the oldest sees no dead store of Listing 2; the reservoir does.
TEST(Reservoir, SeesStoresThatDieFarAway) {
  auto listing_2 = [](uint32_t policy) {
    Simulation simulation({1, 100, policy, HAGSTONE_ATTRIBUTION_PROPORTIONAL}, 31);
    for (int round = 0; round < 1000; round++) {
      // Other addresses each round: only the i loop's stores are killed, by the j loop.
      const uint64_t base = static_cast<uint64_t>(round) * far_away;
      for (uint64_t i = 0; i < elements; i++) simulation.store(2, base + i);
      for (uint64_t j = 0; j < elements; j++) simulation.store(5, base + j);
    }
    return simulation.traps();
  };
  EXPECT_EQ(listing_2(HAGSTONE_RESERVOIR_OLDEST), 0u);
  EXPECT_GT(listing_2(HAGSTONE_RESERVOIR_REGISTERS), 10u);
}

}  // namespace
