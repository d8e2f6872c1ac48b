// SPDX-License-Identifier: MIT
// Whether the selected events work here: in some virtual machines counters open and stay at zero, or sample without
// addresses.
#ifndef HAGSTONE_PMU_PMU_SELF_TEST_H
#define HAGSTONE_PMU_PMU_SELF_TEST_H

#include <stdint.h>

#include "common/agent_environment.h"
#include "pmu/pmu_source.h"
#include "unwind/modules/module_map.h"

namespace hagstone {

struct PmuSelfTest {
  hagstone_failure failure;  // none, no_performance_counters or performance_counters_silent
  int error;                 // of opening: positive errno, 0 if it opened
  bool counts;               // the counters of accesses count those of a known loop
};

// Runs a loop of known loads and stores under the events; the calling thread's SIGTRAP handler ignores their signals.
// Passed if every wanted kind was sampled at an instruction and an address of the loop; named events, which may be of
// something that the loop does not do, pass if they open.
PmuSelfTest test_pmu(const PmuSettings &settings, hagstone_transport transport, const ModuleMapSnapshot &modules);

}  // namespace hagstone

#endif
