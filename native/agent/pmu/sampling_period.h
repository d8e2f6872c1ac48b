// SPDX-License-Identifier: MIT
// The sampling periods of PMUs.
#ifndef HAGSTONE_PMU_SAMPLING_PERIOD_H
#define HAGSTONE_PMU_SAMPLING_PERIOD_H

#include <stdint.h>

#include "common/raw_format.h"

namespace hagstone {

// IBS counts in steps of sixteen operations and rejects periods in between (AMD PPR, IbsOpMaxCnt).
inline constexpr uint64_t ibs_step = 16;

// The prime nearest to `wanted`, so that no loop of the target keeps step with the samples; for IBS in steps. Doubling a
// prime would not do: every second access of a loop of two would be sampled ever after.
uint64_t sampling_period(hagstone_engine engine, uint64_t wanted);

// Unchanged, as far as the PMU accepts it: for a thread's first, random period.
uint64_t first_sampling_period(hagstone_engine engine, uint64_t wanted);

}  // namespace hagstone

#endif
