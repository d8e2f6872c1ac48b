// SPDX-License-Identifier: MIT
// The memory events of each Intel core design that can sample data addresses, and which processors have which cores.
//
// Event numbers: Intel's event lists (perfmon) and the SDM; collected in the kernel's arch/x86/events/intel. `config` is
// umask << 8 | event select, as perf_event_attr.config of the core PMU.
#ifndef HAGSTONE_PMU_EVENT_TABLE_H
#define HAGSTONE_PMU_EVENT_TABLE_H

#include <stdint.h>

#include "processor.h"

namespace hagstone {

// A zero config: there is no such event.
struct CoreEvents {
  const char *name;
  // Sampled events, with data addresses.
  uint64_t load_config;
  uint64_t load_latency_threshold;  // cycles for config1, where `load_config` is a load-latency event; otherwise 0
  uint64_t store_config;
  // Counts every retired load and store: for distances (metrics.md section 4).
  uint64_t load_count_config;
  uint64_t store_count_config;
};

struct ProcessorCores {
  const CoreEvents *performance;  // of the PMU `cpu`, or `cpu_core` in hybrid processors
  const CoreEvents *efficient;    // of the PMUs `cpu_atom` and `cpu_lowpower`; nullptr in other processors
};

// nullptr performance: a processor that the table does not know.
ProcessorCores cores_of(const Processor &processor);

// "Zen 2" and so on, by family and model; nullptr for other processors.
const char *amd_generation(const Processor &processor);

}  // namespace hagstone

#endif
