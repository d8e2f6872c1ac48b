// SPDX-License-Identifier: MIT
// The distribution of time distances behind watchpoints, some of which were given up before their reuse.
#ifndef HAGSTONE_COMMON_TEST_REUSE_DISTRIBUTION_H
#define HAGSTONE_COMMON_TEST_REUSE_DISTRIBUTION_H

#include <cstdint>
#include <map>
#include <vector>

#include "../access_traces.h"
#include "reuse_histograms.h"
#include "reuse_simulation.h"

// How far away the reuses at one place were, and how long uses were watched that saw none.
struct ReuseTimes {
  Histogram reused;
  Histogram censored;
  uint64_t samples = 0;  // watched or not: the weight of the place
};
using ReuseTimesByPlace = std::map<uint32_t, ReuseTimes>;

// Every use of a trace; those that are never reused are censored at its end.
ReuseTimesByPlace exact_reuse_times(const AccessTrace &trace, uint64_t granularity);
ReuseTimesByPlace observed_reuse_times(const ReuseSimulation &simulation);

struct ShareEstimate {
  double share;
  double variance;
};

// Share of all uses whose reuse is at most `distance` away: Kaplan and Meier ("Nonparametric Estimation from Incomplete
// Observations", 1958) within each place, since which watchpoints are given up depends on where the program is, not on
// when their reuse would have come; then the places by their samples. Variance by Greenwood, and of the places' shares.
ShareEstimate share_within(const ReuseTimesByPlace &places, uint64_t distance);

#endif
