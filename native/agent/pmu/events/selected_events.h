// SPDX-License-Identifier: MIT
// Events of the processor, and those chosen for a recording (event_selection.h).
#ifndef HAGSTONE_PMU_SELECTED_EVENTS_H
#define HAGSTONE_PMU_SELECTED_EVENTS_H

#include <stdint.h>

#include "code/walk/walk.h"
#include "common/raw_format.h"

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

}  // namespace hagstone

#endif
