// SPDX-License-Identifier: MIT
// What the marks of resources/include/hagstone.h call where the agent is loaded. Arrays and registers are inspected by
// the exhaustive engine alone.
#include "hagstone.h"

#include <stdint.h>

#include "process/agent.h"
#include "process/next_function.h"
#include "process/region_names.h"
#include "sampling/regions.h"

namespace hagstone {

namespace {

uint32_t region_named(const volatile unsigned long *mark) {
  const char *name = reinterpret_cast<const char *>(mark[1]);
  uint32_t length = 0;
  while (name && length < RegionNames::longest_name && name[length]) length++;
  return length ? region_names.id_of(name, length, agent.process) : 0;
}

void begin_region(const volatile unsigned long *mark) {
  const uint32_t id = region_named(mark);
  if (!id || !enter_region(id)) agent.process.count(HAGSTONE_STATISTIC_dropped_regions);
}

void collect(bool wanted) {
  const bool stopped_before = __atomic_exchange_n(&agent.collection_stopped, !wanted, __ATOMIC_SEQ_CST);
  if (!wanted && !stopped_before) agent.process.count(HAGSTONE_STATISTIC_collection_stops);
}

}  // namespace

}  // namespace hagstone

HAGSTONE_INTERPOSED void hagstone_agent_mark(const volatile unsigned long *mark) {
  using namespace hagstone;
  if (mark[0] == HAGSTONE_MARK_ARRAY || mark[0] == HAGSTONE_MARK_REGISTERS || !agent.at_home()) return;
  switch (mark[0]) {
    case HAGSTONE_MARK_REGION_BEGIN: return begin_region(mark);
    case HAGSTONE_MARK_REGION_END: return leave_region(region_named(mark));
    case HAGSTONE_MARK_START: return collect(true);
    case HAGSTONE_MARK_STOP: return collect(false);
    default: return;
  }
}
