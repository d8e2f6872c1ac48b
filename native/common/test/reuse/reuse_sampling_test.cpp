// SPDX-License-Identifier: MIT
// RDX's sampling on the accesses of the reuse samples: does it see the true distribution of time distances?
#include <gtest/gtest.h>

#include <cmath>

#include "raw_format.h"
#include "reuse_distribution.h"
#include "reuse_simulation.h"

namespace {

constexpr double one_in_a_million = 4.9;  // standard deviations that chance exceeds once in 10^6

ReuseSimulation simulate(const AccessTrace &trace, const Settings &settings) {
  ReuseSimulation simulation(settings, 7);
  for (const Access &access : trace) simulation.access(access.place, access.element);
  simulation.finish();
  return simulation;
}

// Distances at about every twentieth of the uses, the far tail left out: nothing is left at risk there.
std::vector<uint64_t> distances_to_compare(const ReuseTimesByPlace &exact) {
  Histogram all;
  double uses = 0, within = 0, last = 0;
  for (const auto &[place, times] : exact) {
    for (const auto &[distance, count] : times.reused) all[distance] += count;
    uses += static_cast<double>(times.samples);
  }
  std::vector<uint64_t> distances;
  for (const auto &[distance, count] : all) {
    within += static_cast<double>(count) / uses;
    if (within - last < 0.05 || within > 0.9) continue;
    distances.push_back(distance);
    last = within;
  }
  if (distances.empty()) distances.push_back(all.begin()->first);
  return distances;
}

struct Sampling {
  uint32_t registers;
  uint64_t period;
};

class EverySample : public testing::TestWithParam<std::string> {};

// By each way of sampling: the ground truth takes longer than all of them.
TEST_P(EverySample, HasItsTimeDistancesSeen) {
  const AccessTrace trace = access_trace(GetParam());
  const ReuseTimesByPlace exact = exact_reuse_times(trace, element_bytes);
  const std::vector<uint64_t> distances = distances_to_compare(exact);
  for (const Sampling &sampling : {Sampling{4, 200}, Sampling{3, 2000}}) {
    const ReuseTimesByPlace observed = observed_reuse_times(simulate(
        trace, {sampling.registers, sampling.period, HAGSTONE_RESERVOIR_REGISTERS, HAGSTONE_ATTRIBUTION_PROPORTIONAL}));
    for (uint64_t distance : distances) {
      const ShareEstimate estimate = share_within(observed, distance);
      EXPECT_NEAR(estimate.share, share_within(exact, distance).share, one_in_a_million * std::sqrt(estimate.variance))
          << sampling.registers << " registers every " << sampling.period << ", distances up to " << distance;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Traces, EverySample, testing::ValuesIn(access_trace_names()),
                         [](const auto &info) { return info.param; });

double credited_within(const ReuseSimulation &simulation, uint64_t distance) {
  double within = 0, total = 0;
  for (const ObservedReuse &observed : simulation.observed()) {
    total += observed.credit;
    if (observed.distance <= distance) within += observed.credit;
  }
  return within / total;
}

// Where a context has one distance, the traps that represent the others of their context tell the ground truth.
TEST(AttributedReuse, IsTrueWhereAContextHasOneDistance) {
  for (const char *name : {"matrix_ijk", "matrix_ikj"}) {
    const AccessTrace trace = access_trace(name);
    const ReuseTimesByPlace exact = exact_reuse_times(trace, element_bytes);
    const Settings settings = {4, 200, HAGSTONE_RESERVOIR_REGISTERS, HAGSTONE_ATTRIBUTION_PROPORTIONAL};
    const ReuseSimulation simulation = simulate(trace, settings);
    const double samples = static_cast<double>(trace.size()) / static_cast<double>(settings.period);
    for (uint64_t distance : distances_to_compare(exact)) {
      const double share = share_within(exact, distance).share;
      // Besides chance: a row's end, whose elements come back from further away, one of MATRIX_ROWS.
      EXPECT_NEAR(credited_within(simulation, distance), share,
                  0.0125 + one_in_a_million * std::sqrt(share * (1 - share) / samples))
          << name << ", up to " << distance;
    }
  }
}

// Where it has many, far reuses lose their registers more often and near ones speak for them: the reason why credit
// alone makes no distance histogram.
TEST(AttributedReuse, FavoursNearReusesWhereAContextHasMany) {
  const AccessTrace trace = access_trace("random_access");
  const ReuseTimesByPlace exact = exact_reuse_times(trace, element_bytes);
  const Settings settings = {4, 200, HAGSTONE_RESERVOIR_REGISTERS, HAGSTONE_ATTRIBUTION_PROPORTIONAL};
  const ReuseSimulation simulation = simulate(trace, settings);
  constexpr uint64_t near = 10'000;
  EXPECT_GT(credited_within(simulation, near), 1.5 * share_within(exact, near).share);
}

}  // namespace
