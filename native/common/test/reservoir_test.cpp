// SPDX-License-Identifier: MIT
#include "reservoir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "raw_format.h"

namespace {

constexpr int trials = 200'000;
constexpr double sigmas = 4.9;  // binomial bound at 10^-6

double reservoir_bound(double probability) { return sigmas * std::sqrt(probability * (1 - probability) / trials); }

// How often each of `samples` samples, none of which traps, is still watched at the end.
std::vector<double> survival(uint32_t policy, uint32_t registers, int samples) {
  hagstone_random random;
  hagstone_random_seed(&random, 3, 0);
  std::vector<double> survived(static_cast<size_t>(samples));
  for (int trial = 0; trial < trials; trial++) {
    hagstone_reservoir_state reservoir;
    hagstone_reservoir_initialize(&reservoir, policy, registers);
    std::vector<int> held(registers, -1);
    for (int sample = 0; sample < samples; sample++) {
      int taken = hagstone_reservoir_offer(&reservoir, &random);
      if (taken >= 0) held[static_cast<size_t>(taken)] = sample;
    }
    for (int sample : held)
      if (sample >= 0) survived[static_cast<size_t>(sample)] += 1.0 / trials;
  }
  return survived;
}

TEST(Reservoir, OneRegisterIsUniform) {
  for (uint32_t policy : {HAGSTONE_RESERVOIR_REGISTERS, HAGSTONE_RESERVOIR_COMMON})
    for (double share : survival(policy, 1, 10)) EXPECT_NEAR(share, 0.1, reservoir_bound(0.1));
}

TEST(Reservoir, CommonCountIsUniformWithSeveralRegisters) {
  for (double share : survival(HAGSTONE_RESERVOIR_COMMON, 3, 12)) EXPECT_NEAR(share, 0.25, reservoir_bound(0.25));
}

TEST(Reservoir, NewestSampleSurvivesWithRegistersOverSamples) {
  EXPECT_NEAR(survival(HAGSTONE_RESERVOIR_REGISTERS, 3, 12).back(), 0.25, reservoir_bound(0.25));
}

TEST(Reservoir, NeverKeepsTheFirst) {
  EXPECT_EQ(survival(HAGSTONE_RESERVOIR_NEVER, 2, 4), survival(HAGSTONE_RESERVOIR_NEVER, 2, 4));
  std::vector<double> survived = survival(HAGSTONE_RESERVOIR_NEVER, 2, 4);
  EXPECT_NEAR(survived[0], 1, 1e-6);
  EXPECT_NEAR(survived[1], 1, 1e-6);
  EXPECT_EQ(survived[3], 0);
}

TEST(Reservoir, OldestKeepsTheNewest) {
  std::vector<double> survived = survival(HAGSTONE_RESERVOIR_OLDEST, 2, 5);
  EXPECT_EQ(survived[2], 0);
  EXPECT_NEAR(survived[3], 1, 1e-6);
  EXPECT_NEAR(survived[4], 1, 1e-6);
}

// Every fourth sample ends after so many samples, every sixth after three times as many, the others never: how often each that
// ends is still watched then, and the mean of the inverse of its inclusion probability, in units of its standard error off 1.
struct Weighed {
  double watched, deviation;
};
std::vector<Weighed> weighed_ends(uint32_t policy, uint32_t registers, int samples) {
  constexpr int soon = 3, late = 9;
  struct Sum {
    double watched, weight, squares;
  };
  hagstone_random random;
  hagstone_random_seed(&random, 5, 0);
  std::vector<Sum> sums(static_cast<size_t>(samples));
  for (int trial = 0; trial < trials; trial++) {
    hagstone_reservoir_state reservoir;
    hagstone_reservoir_initialize(&reservoir, policy, registers);
    std::vector<int> held(registers, -1);
    for (int sample = 0; sample < samples; sample++) {
      for (uint32_t i = 0; i < registers; i++) {
        if (held[i] < 0 || !hagstone_reservoir_is_armed(&reservoir, i)) continue;
        const int age = sample - held[i];
        if (!(held[i] % 4 == 0 && age == soon) && !(held[i] % 6 == 1 && age == late)) continue;
        const double weight = 1 / hagstone_reservoir_inclusion(&reservoir, i);
        Sum &sum = sums[static_cast<size_t>(held[i])];
        sum.watched += 1.0 / trials;
        sum.weight += weight;
        sum.squares += weight * weight;
        hagstone_reservoir_release(&reservoir, i);
      }
      int taken = hagstone_reservoir_offer(&reservoir, &random);
      if (taken >= 0) held[static_cast<size_t>(taken)] = sample;
    }
  }
  std::vector<Weighed> ends;
  for (int sample = 0; sample < samples; sample++) {
    const bool in_time = (sample % 4 == 0 && sample + soon < samples) || (sample % 6 == 1 && sample + late < samples);
    if (!in_time) continue;
    const Sum &sum = sums[static_cast<size_t>(sample)];
    const double mean = sum.weight / trials;
    const double error = std::sqrt((sum.squares / trials - mean * mean) / trials);
    ends.push_back({sum.watched, mean == 1 ? 0 : (mean - 1) / error});
  }
  return ends;
}

TEST(Reservoir, InverseInclusionCountsEverySampleOnceHoweverLongItWaits) {
  for (uint32_t policy : {HAGSTONE_RESERVOIR_REGISTERS, HAGSTONE_RESERVOIR_COMMON})
    for (uint32_t registers : {1u, 2u, 4u}) {
      double least = 1, greatest = 0;
      for (const Weighed &end : weighed_ends(policy, registers, 24)) {
        EXPECT_LT(std::abs(end.deviation), sigmas) << registers << " registers, policy " << policy;
        least = std::min(least, end.watched);
        greatest = std::max(greatest, end.watched);
      }
      EXPECT_LT(least, greatest / 2);
    }
}

// metrics.md section 3: all armed counts grow, also when an empty register takes the sample.
TEST(Reservoir, CountsGrowWithEverySample) {
  hagstone_random random;
  hagstone_random_seed(&random, 1, 0);
  hagstone_reservoir_state reservoir;
  hagstone_reservoir_initialize(&reservoir, HAGSTONE_RESERVOIR_REGISTERS, 3);
  for (int i = 0; i < 3; i++) EXPECT_EQ(hagstone_reservoir_offer(&reservoir, &random), i);
  EXPECT_EQ(reservoir.registers[0].samples, 3u);
  EXPECT_EQ(reservoir.registers[2].samples, 1u);
  hagstone_reservoir_offer(&reservoir, &random);
  EXPECT_EQ(reservoir.registers[0].samples, 4u);  // replaced or not
  hagstone_reservoir_release(&reservoir, 1);
  EXPECT_FALSE(hagstone_reservoir_is_armed(&reservoir, 1));
  EXPECT_EQ(hagstone_reservoir_offer(&reservoir, &random), 1);
  EXPECT_EQ(reservoir.registers[1].samples, 1u);
  EXPECT_EQ(reservoir.registers[0].samples, 5u);
}

// One sample that never traps is replaced, on average, within 1.7 H samples (WITCH 4.1, adversary sample): here only
// that it is replaced almost surely in 100 H.
TEST(Reservoir, AnAdversaryDoesNotStay) {
  hagstone_random random;
  hagstone_random_seed(&random, 9, 0);
  int stayed = 0;
  for (int trial = 0; trial < 1000; trial++) {
    hagstone_reservoir_state reservoir;
    hagstone_reservoir_initialize(&reservoir, HAGSTONE_RESERVOIR_REGISTERS, 1);
    int last = 0;
    for (int sample = 0; sample < 1000; sample++)
      if (hagstone_reservoir_offer(&reservoir, &random) >= 0) last = sample;
    stayed += last < 10;
  }
  EXPECT_NEAR(stayed / 1000.0, 0.01, 4.9 * std::sqrt(0.01 * 0.99 / 1000));
}

TEST(BlindSpot, RunsAreCounted) {
  hagstone_random random;
  hagstone_random_seed(&random, 1, 0);
  hagstone_reservoir_state reservoir;
  hagstone_reservoir_initialize(&reservoir, HAGSTONE_RESERVOIR_NEVER, 1);
  for (int i = 0; i < 4; i++) hagstone_reservoir_offer(&reservoir, &random);  // watched, then a run of three
  hagstone_reservoir_release(&reservoir, 0);
  hagstone_reservoir_offer(&reservoir, &random);
  hagstone_reservoir_offer(&reservoir, &random);  // a run of one
  EXPECT_EQ(reservoir.blind_spot.runs, 2u);
  EXPECT_EQ(reservoir.blind_spot.samples, 3u);
  EXPECT_EQ(reservoir.blind_spot.longest, 3u);
}

}  // namespace
