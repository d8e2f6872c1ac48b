// SPDX-License-Identifier: GPL-2.0-or-later
#include "reference.h"

#include "reference_tools.h"

namespace hagstone::truth {

namespace {

// What counts of the trace, as who breaks a rule about that would see it.
Trace seen_with(const Trace& trace, Fault fault) {
  Trace seen = {trace.contexts, {}, trace.statics, trace.coverage};
  bool window_ended = false;
  uint32_t first_thread = 0;  // of the window
  for (Event event : trace.events) {
    if (event.kind == EventKind::window_ends && fault == Fault::windows_carry_on) continue;
    if (event.outside && is_access(event) && fault != Fault::gaps_are_measured) continue;
    if (event.outside && fault == Fault::memory_of_gaps_not_followed) continue;
    if (event.kind == EventKind::window_ends) {
      window_ended = true;
      first_thread = 0;
    }
    if (fault == Fault::windows_are_of_one_thread && is_access(event) && !event.outside) {
      if (!first_thread) first_thread = event.thread;
      if (event.thread != first_thread) continue;
    }
    if (fault == Fault::windows_begin_without_callers && is_access(event) && window_ended) {
      const ContextNode node = seen.contexts[event.context];
      const ContextId root = seen.contexts.intern({0, NodeKind::thread, event.thread});
      event.context = seen.contexts.intern({root, node.kind, node.value});
      window_ended = false;
    }
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
  results.coverage = trace.coverage;
  if (fault == Fault::gaps_are_measured) results.coverage.measured = results.coverage.instructions;
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
  return count_seen(seen_with(trace, fault), fault);
}

}  // namespace hagstone::truth
