// SPDX-License-Identifier: MIT
// Which events of the processor sample memory accesses with their addresses, and which count them.
#ifndef HAGSTONE_PMU_EVENT_SELECTION_H
#define HAGSTONE_PMU_EVENT_SELECTION_H

#include <stdint.h>

#include "code/walk/walk.h"
#include "common/raw_format.h"
#include "processor.h"
#include "system_files.h"

namespace hagstone {

struct PmuEvent {
  WantedAccess kind;     // both: the sample tells (IBS)
  uint32_t type;         // of perf_event_attr, as the next five
  uint64_t config;
  uint64_t config1;
  uint64_t config2;
  uint8_t precise_ip;
  bool exclude_kernel;   // false: the PMU cannot (IBS before Linux 6.14); the kernel's samples are left out later
  bool counts_accesses;  // it counts every access of `kind`, so it can serve the distance clock while it samples
};

struct EventSelection {
  // Two kinds on each PMU of a hybrid processor with three kinds of cores.
  static constexpr unsigned capacity = 6;

  hagstone_engine engine;
  const char *processor;  // for people: the design of the (performance) cores
  PmuEvent sampling[capacity];
  unsigned sampling_count;
  PmuEvent counting[capacity];  // plain counters of all retired loads and stores, each on every PMU
  unsigned counting_count;
  bool named;  // `sampling` was named by the user: any events, which need not see every access
  // PERF_SAMPLE_DATA_SRC may be requested. False: the kernel would require an auxiliary event as group leader (ENODATA;
  // load latency on Golden Cove).
  bool data_source;

  // Accesses of this kind can be sampled; `both`: some of either kind.
  bool samples(WantedAccess kind) const;
  // `both`: both can.
  bool samples_all(WantedAccess kinds) const;
};

enum class SelectionProblem : uint8_t {
  none,
  no_pmu,             // the kernel offers none for this engine, and no events were named
  unknown_processor,  // neither the table nor the PMU itself names memory events
  bad_events,         // HAGSTONE_EVENTS cannot be read
};

// For `engine` pebs or ibs. PMUs are those that the kernel lists in `files`. Their events come from `events` (the text
// of HAGSTONE_EVENTS) if it is not nullptr. Otherwise they come from the table if it knows the processor, because the
// PMU lists its load-latency event, which tags only some of the loads; else from the PMU's own list.
[[nodiscard]] SelectionProblem select_events(const Processor &processor, SystemFiles &files, hagstone_engine engine,
                                             const char *events, EventSelection &selection);

}  // namespace hagstone

#endif
