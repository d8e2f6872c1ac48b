// SPDX-License-Identifier: MIT
// Perf events as sysfs writes them: "event=0xcd,umask=0x1,ldlat=3". The PMU's `format` files give the place of each
// term, "config:0-7,32-35" (Documentation/ABI/testing/sysfs-bus-event_source-devices-{events,format}).
#ifndef HAGSTONE_PMU_EVENT_TERMS_H
#define HAGSTONE_PMU_EVENT_TERMS_H

#include <stdint.h>

#include "system_files.h"

namespace hagstone {

struct EventConfig {
  uint64_t config;
  uint64_t config1;
  uint64_t config2;
};

// The term `name` of PMU `pmu` (a directory of /sys/bus/event_source/devices) set to `value`. False if the PMU has no
// such term or its format cannot be read.
[[nodiscard]] bool set_event_term(SystemFiles &files, const char *pmu, const char *name, uint64_t value,
                                  EventConfig &event);

// The event `name` that the PMU itself lists. False if it lists none or a term of it cannot be read.
[[nodiscard]] bool read_listed_event(SystemFiles &files, const char *pmu, const char *name, EventConfig &event);

// The PMU's number for perf_event_attr.type; false if there is no such PMU.
[[nodiscard]] bool read_pmu_type(SystemFiles &files, const char *pmu, uint32_t &type);

}  // namespace hagstone

#endif
