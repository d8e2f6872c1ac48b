// SPDX-License-Identifier: GPL-2.0-or-later
// The known answers of WITCH section 4, from virtual PMUs.
#include "witch_streams.h"

#include <gtest/gtest.h>

#include <numeric>

#include "virtual_run.h"

namespace {

using namespace witch;
using hagstone::exhaustive::testing::VirtualRun;

double share_of(const VirtualRun &run, std::initializer_list<VirtualRun::Pair> pairs) {
  const auto shares = run.shares();
  double sum = 0;
  for (const auto &pair : pairs)
    if (auto found = shares.find(pair); found != shares.end()) sum += found->second;
  return sum;
}

class EveryReservoir : public testing::TestWithParam<std::tuple<std::string, int>> {
 protected:
  std::string with_period(int period) const {
    const auto &[reservoir, registers] = GetParam();
    return "tool=dead-stores,period=" + std::to_string(period) + ",reservoir=" + reservoir +
           ",registers=" + std::to_string(registers);
  }
};

TEST_P(EveryReservoir, Listing3HasFourEqualPairs) {
  VirtualRun run({with_period(200)});
  listing_3(run, 1000);
  const uint64_t samples = run.statistic(HAGSTONE_STATISTIC_samples);
  EXPECT_EQ(samples, 8'000'000u / 199);
  ASSERT_GT(run.statistic(HAGSTONE_STATISTIC_traps), 1000u);
  for (VirtualRun::Pair pair : {VirtualRun::Pair{3, 11}, {11, 3}, {7, 8}, {8, 7}})
    EXPECT_NEAR(share_of(run, {pair}), 0.25, binomial_bound(0.25, samples)) << "line " << pair.first;
}

TEST_P(EveryReservoir, Figure2HasThreeTwoOne) {
  VirtualRun run({with_period(1000)});
  figure_2(run, 2000);
  const uint64_t samples = run.statistic(HAGSTONE_STATISTIC_samples);
  ASSERT_GT(run.statistic(HAGSTONE_STATISTIC_traps), 1000u);
  EXPECT_NEAR(share_of(run, {{place_a, place_a}}), 3.0 / 6, binomial_bound(3.0 / 6, samples));
  EXPECT_NEAR(share_of(run, {{place_b, place_b}}), 2.0 / 6, binomial_bound(2.0 / 6, samples));
  EXPECT_NEAR(share_of(run, {{place_x, place_x_again}, {place_x_again, place_x}}), 1.0 / 6,
              binomial_bound(1.0 / 6, samples));
}

INSTANTIATE_TEST_SUITE_P(Policies, EveryReservoir,
                         testing::Combine(testing::Values("registers", "common"), testing::Values(1, 3, 4, 16)),
                         [](const auto &info) {
                           return std::get<0>(info.param) + "_" + std::to_string(std::get<1>(info.param));
                         });

TEST(VirtualAttribution, IsNeededWhereDenseTrapsDrownSparseOnes) {
  VirtualRun run({"tool=dead-stores,period=100,registers=1,attribution=none"});
  figure_2(run, 500);
  EXPECT_GT(share_of(run, {{place_x, place_x_again}, {place_x_again, place_x}}), 0.8);
  EXPECT_LT(share_of(run, {{place_a, place_a}}), 0.15);
}

// Credit in bytes represents all stores that were made.
TEST(VirtualAttribution, AmountsAddUpToTheBytesStored) {
  VirtualRun run({"tool=dead-stores,period=200,registers=4"});
  listing_3(run, 1000);
  const auto pairs = run.pairs();
  const double amount = std::accumulate(pairs.begin(), pairs.end(), 0.0,
                                        [](double sum, const hagstone_pair &pair) { return sum + pair.amount; });
  EXPECT_NEAR(amount, 64e6, 64e6 * 0.01);
}

std::vector<double> credits(const VirtualRun &run, size_t pmu) {
  std::vector<double> credits;
  for (const hagstone_pair &pair : run.pairs(pmu)) credits.push_back(pair.credit);
  return credits;
}

TEST(VirtualSeed, DecidesWhatIsSampled) {
  const std::string one = "tool=dead-stores,period=500,registers=2,seed=1";
  const std::string other = "tool=dead-stores,period=500,registers=2,seed=2";
  std::vector<double> first;
  {
    VirtualRun run({one});
    figure_2(run, 20);
    first = credits(run, 0);
  }
  VirtualRun run({other, one, "tool=redundant-loads+reuse-distance,period=77,seed=3"});
  figure_2(run, 20);
  EXPECT_EQ(credits(run, 1), first);  // whatever else is measured in the same run
  EXPECT_NE(credits(run, 0), first);
}

// WITCH 4.1: with the oldest replaced no dead store of Listing 2 is seen; with the reservoir some are.
TEST(VirtualReservoir, SeesStoresThatDieFarAway) {
  VirtualRun run({"tool=dead-stores,period=100,registers=1,reservoir=oldest",
                  "tool=dead-stores,period=100,registers=1,reservoir=registers"});
  for (int round = 0; round < 1000; round++) {
    const uint64_t base = static_cast<uint64_t>(round) * far_away;
    for (uint64_t i = 0; i < elements; i++) run.store(2, base + i);
    for (uint64_t j = 0; j < elements; j++) run.store(5, base + j);
  }
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_traps, 0), 0u);
  EXPECT_GT(run.statistic(HAGSTONE_STATISTIC_traps, 1), 10u);
}

}  // namespace
