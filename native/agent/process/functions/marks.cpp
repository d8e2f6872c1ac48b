// SPDX-License-Identifier: MIT
// Called by the marks of resources/include/hagstone.h if the agent is loaded. Only the exhaustive engine inspects
// arrays and registers.
#include "hagstone.h"

#include <stdint.h>

#include "base/memory/own_memory.h"
#include "process/agent.h"
#include "next_function.h"
#include "process/region_names.h"
#include "sampling/contexts/regions.h"

namespace hagstone {

namespace {

// The program's pointer may be anything.
struct RegionName {
  char text[RegionNames::longest_name];
  uint32_t length;

  explicit RegionName(const volatile unsigned long *mark)
      : length(static_cast<uint32_t>(read_own_text(mark[1], text, sizeof text))) {}
  uint32_t id() const { return region_names.id_of(text, length, agent.process); }
};

void begin_region(const volatile unsigned long *mark) {
  const RegionName name(mark);
  const uint32_t id = name.length ? name.id() : 0;
  const bool entered = name.length && enter_region(id);
  if (!id || !entered) agent.process.count(HAGSTONE_STATISTIC_dropped_regions);
}

void end_region(const volatile unsigned long *mark) {
  const RegionName name(mark);
  if (name.length) leave_region(name.id());
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
    case HAGSTONE_MARK_REGION_END: return end_region(mark);
    case HAGSTONE_MARK_START: return collect(true);
    case HAGSTONE_MARK_STOP: return collect(false);
    default: return;
  }
}
