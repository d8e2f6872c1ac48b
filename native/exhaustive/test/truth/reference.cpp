// SPDX-License-Identifier: GPL-2.0-or-later
#include "reference.h"

#include "reference_tools.h"

namespace hagstone::truth {

namespace {

// The trace as who breaks a rule about what an access is would see it.
Trace seen_with(const Trace& trace, Fault fault) {
  Trace seen = {trace.contexts, {}, trace.statics};
  for (Event event : trace.events) {
    if (fault == Fault::kernel_ignored && event.kernel) continue;
    if (fault == Fault::modify_does_not_load && event.of_modify) continue;
    if (fault == Fault::string_is_one_access && event.again) continue;
    if (fault == Fault::freed_memory_lives_on && event.kind == EventKind::freed) continue;
    if (fault == Fault::mapped_memory_lives_on && event.kind == EventKind::unmapped) continue;
    if (fault == Fault::any_thread_decides) event.thread = 1;
    if (fault == Fault::contexts_are_instructions && is_access(event)) {
      const ContextNode node = seen.contexts[event.context];
      event.context = seen.contexts.intern({0, node.kind, node.value});
    }
    seen.events.push_back(std::move(event));
  }
  return seen;
}

Results count_seen(const Trace& trace, Fault fault) {
  Results results;
  for (const Event& event : trace.events) {
    if (!is_access(event)) continue;
    AccessCount& count = results.accesses[{event.context, event.kind == EventKind::store}];
    count.instances++;
    count.bytes += event.bytes;
  }
  count_dead_stores(trace, fault, results);
  count_repeated_values(trace, Tool::silent_stores, EventKind::store, fault, results);
  count_repeated_values(trace, Tool::redundant_loads, EventKind::load, fault, results);
  for (uint32_t granularity : {1u, 8u, coarsest_granularity}) count_reuse(trace, granularity, fault, results);
  count_spatial_loads(trace, fault, results);
  return results;
}

}  // namespace

Results count(const Trace& trace, Fault fault) {
  return fault == Fault::none ? count_seen(trace, fault) : count_seen(seen_with(trace, fault), fault);
}

}  // namespace hagstone::truth
