// SPDX-License-Identifier: MIT
// Silent stores and redundant loads, sampled from streams whose fractions are known.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "simulation.h"

namespace {

// Fails by chance once in 10^6 on either side, like in sampling_test.cpp.
double value_bound(double share, uint64_t samples) {
  return 4.9 * std::sqrt(share * (1 - share) / static_cast<double>(samples));
}

constexpr uint64_t element_count = 1'000;
constexpr uint64_t next_array = uint64_t{1} << 40;
constexpr hagstone_tool silent = HAGSTONE_TOOL_SILENT_STORES, loads = HAGSTONE_TOOL_REDUNDANT_LOADS;

Settings settings_of(std::vector<hagstone_tool> tools, uint32_t registers = 4) {
  return {registers, 97, HAGSTONE_RESERVOIR_REGISTERS, HAGSTONE_ATTRIBUTION_PROPORTIONAL, std::move(tools)};
}

void expect_redundant_share(const Simulation &simulation, hagstone_tool tool, double share) {
  ASSERT_GT(simulation.samples_of(tool), 1000u);
  EXPECT_NEAR(simulation.share_of(tool, HAGSTONE_RELATION_REDUNDANT_WITH), share,
              value_bound(share, simulation.samples_of(tool)));
}

// Three arrays in the ratio 3 : 2 : 1, of which the first gets the same value each round, the second another one, and
// the third one that drifts by half the tolerance.
void store_values(Simulation &simulation, int rounds) {
  double drift = 1;
  for (int round = 0; round < rounds; round++) {
    for (uint64_t i = 0; i < 3 * element_count; i++) simulation.store(1, i, 7);
    for (uint64_t i = 0; i < 2 * element_count; i++) simulation.store(2, next_array + i, round % 2);
    drift *= 1.005;
    if (drift > 1e200) drift = 1;
    for (uint64_t i = 0; i < element_count; i++) simulation.store(3, 2 * next_array + i, drift);
  }
}

TEST(ValueSampling, SilentStoresComeOutInTheirProportion) {
  for (uint32_t registers : {1u, 4u}) {
    Simulation simulation(settings_of({silent}, registers), 3);
    store_values(simulation, 1000);
    expect_redundant_share(simulation, silent, 4.0 / 6);
    const auto shares = simulation.shares(silent);
    for (int context : {1, 2, 3}) {
      const double share = (4.0 - context) / 6;
      EXPECT_NEAR(shares.at({context, context}), share, value_bound(share, simulation.samples_of(silent)));
    }
  }
}

TEST(ValueSampling, ADriftIsNoRepetitionWithoutTolerance) {
  Settings settings = settings_of({silent});
  settings.tolerance = 0;
  Simulation simulation(settings, 5);
  store_values(simulation, 1000);
  expect_redundant_share(simulation, silent, 3.0 / 6);
}

// In one context, at random: 30 % repeat, and loads in between end no wait.
TEST(ValueSampling, RepetitionsAtRandomComeOutInTheirShare) {
  Simulation simulation(settings_of({silent}), 7);
  hagstone_random random;
  hagstone_random_seed(&random, 8, 0);
  std::vector<double> cells(element_count);
  for (int round = 0; round < 1000; round++)
    for (uint64_t i = 0; i < element_count; i++) {
      if (hagstone_random_below(&random, 100) >= 30) cells[i] = 1 - cells[i];
      simulation.store(1, i, cells[i]);
      simulation.load(2, i, cells[i]);
    }
  expect_redundant_share(simulation, silent, 0.3);
}

// A table that is searched twice as often as another one is loaded that changes in between.
TEST(ValueSampling, RedundantLoadsComeOutInTheirProportion) {
  Simulation simulation(settings_of({loads}), 11);
  for (int round = 0; round < 1000; round++) {
    for (uint64_t i = 0; i < 2 * element_count; i++) simulation.load(1, i, 4);
    for (uint64_t i = 0; i < element_count; i++) simulation.store(2, next_array + i, round % 2);
    for (uint64_t i = 0; i < element_count; i++) simulation.load(3, next_array + i, round % 2);
  }
  expect_redundant_share(simulation, loads, 2.0 / 3);
  EXPECT_GT(simulation.kept_traps(), 100u);
}

// A store that leaves the value as it was makes the next load no less redundant.
TEST(ValueSampling, WhatTheNextLoadReadsDecidesNotTheStoresBetween) {
  Simulation simulation(settings_of({loads}), 13);
  for (int round = 0; round < 1000; round++)
    for (uint64_t i = 0; i < element_count; i++) {
      simulation.store(1, i, 5);  // undone before anything reads it
      simulation.store(2, i, 4);
      simulation.load(3, i, 4);
    }
  EXPECT_EQ(simulation.share_of(loads, HAGSTONE_RELATION_REDUNDANT_WITH), 1);
}

TEST(ValueSampling, NaNsAndInfinitiesRepeatThemselvesOnly) {
  Simulation simulation(settings_of({silent}), 17);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 1000; round++)
    for (uint64_t i = 0; i < element_count; i++) {
      simulation.store(1, i, std::nan(""));
      simulation.store(2, next_array + i, round % 2 ? infinity : -infinity);
      simulation.store(3, 2 * next_array + i, round % 2 ? 0.0 : -0.0);
    }
  expect_redundant_share(simulation, silent, 2.0 / 3);
}

// Samples are dealt at random, registers are shared: each tool gives the same results as alone.
TEST(ValueSampling, ThreeToolsInOneRunDoNotDisturbEachOther) {
  Simulation simulation(settings_of({HAGSTONE_TOOL_DEAD_STORES, silent, loads}), 19);
  for (int round = 0; round < 2000; round++) {
    for (uint64_t i = 0; i < element_count; i++) simulation.store(1, i, 7);
    for (uint64_t i = 0; i < element_count; i++) simulation.load(2, i, 7);
    for (uint64_t i = 0; i < 2 * element_count; i++) simulation.store(3, next_array + i, round % 2);
  }
  expect_redundant_share(simulation, silent, 1.0 / 3);
  EXPECT_EQ(simulation.share_of(loads, HAGSTONE_RELATION_REDUNDANT_WITH), 1);
  const double killed = simulation.share_of(HAGSTONE_TOOL_DEAD_STORES, HAGSTONE_RELATION_KILLED_BY);
  EXPECT_NEAR(killed, 2.0 / 3, value_bound(2.0 / 3, simulation.samples_of(HAGSTONE_TOOL_DEAD_STORES)));
}

}  // namespace
