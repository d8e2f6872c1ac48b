// SPDX-License-Identifier: MIT
// The processor's events that sample memory accesses with their addresses, and those that count them.
#ifndef HAGSTONE_PMU_EVENT_SELECTION_H
#define HAGSTONE_PMU_EVENT_SELECTION_H

#include <stdint.h>

#include "common/raw_format.h"
#include "processor.h"
#include "selected_events.h"
#include "system_files.h"

namespace hagstone {

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
