// SPDX-License-Identifier: GPL-2.0-or-later
#include "reference.h"

#include <optional>
#include <utility>

#include "reference_tools.h"

namespace hagstone::truth {

namespace {

// Where memory was before it moved, for tools that treat moved memory as the same.
class Moves {
 public:
  void move(const Event &event) { moved_[event.moved_to] = {event.bytes, address_before(event.address)}; }
  uint64_t address_before(uint64_t address) const {
    auto after = moved_.upper_bound(address);
    if (after == moved_.begin()) return address;
    const auto &[start, moved] = *--after;
    return address < start + moved.bytes ? moved.address + (address - start) : address;
  }

 private:
  struct Moved {
    uint64_t bytes, address;
  };
  std::map<uint64_t, Moved> moved_;
};

constexpr uint64_t signal_return = 15;  // number of the system call

// A handler's context, below that of the instruction that its signal interrupts, as that of a thread's first function.
ContextId without_interrupted(ContextTable &contexts, ContextId context) {
  const ContextNode node = contexts[context];
  if (!node.parent) return context;
  const ContextNode above = contexts[node.parent];
  if (above.kind == NodeKind::instruction)
    return contexts.intern({contexts.intern({0, NodeKind::thread, 1}), node.kind, node.value});
  return contexts.intern({without_interrupted(contexts, node.parent), node.kind, node.value});
}

// The part of the trace that counts, as seen by an implementation that breaks a rule about it.
Trace seen_with(const Trace &trace, Fault fault) {
  Trace seen = {trace.contexts, trace.scopes, {}, trace.statics, trace.coverage, trace.tolerance};
  bool window_ended = false;
  uint32_t first_thread = 0;  // of the window
  Moves moves;
  std::optional<Event> held_back;
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
    if (event.no_access && fault != Fault::hints_are_accesses) continue;
    if (fault == Fault::kernel_ignored && event.kernel) continue;
    if (fault == Fault::kernel_under_its_caller && event.kernel) event.context = seen.contexts[event.context].parent;
    if (fault == Fault::modify_does_not_load && event.of_modify) continue;
    if (fault == Fault::string_is_one_access && event.again) continue;
    const bool of_signal = event.kernel && seen.contexts[event.context].value == signal_return;
    if (fault == Fault::signals_leave_nothing && of_signal && event.kind == EventKind::store) continue;
    if (fault == Fault::signals_take_nothing_away && of_signal && event.kind == EventKind::load) continue;
    if (fault == Fault::handlers_are_called_by_nobody && is_access(event))
      event.context = without_interrupted(seen.contexts, event.context);
    if (fault == Fault::failed_exchange_does_not_store && event.of_failed_exchange) continue;
    if (fault == Fault::moved_memory_keeps_its_past) {
      if (event.moved_to) moves.move(event);
      if (event.moved_to) continue;
      if (is_access(event)) event.address = moves.address_before(event.address);
    }
    if (fault == Fault::freed_memory_lives_on && event.kind == EventKind::freed) continue;
    if (fault == Fault::mapped_memory_lives_on && event.kind == EventKind::unmapped) continue;
    if (fault == Fault::any_thread_decides) event.thread = 1;
    if (fault == Fault::contexts_are_instructions && is_access(event)) {
      const ContextNode node = seen.contexts[event.context];
      event.context = seen.contexts.intern({0, node.kind, node.value});
    }
    if (fault == Fault::modify_stores_first && event.of_modify) {
      held_back = std::move(event);
      continue;
    }
    seen.events.push_back(std::move(event));
    if (held_back) seen.events.push_back(*std::exchange(held_back, {}));
  }
  return seen;
}

Results count_seen(const Trace &trace, Fault fault, ScopesTold scopes) {
  Results results;
  results.coverage = trace.coverage;
  if (fault == Fault::gaps_are_measured) results.coverage.measured = results.coverage.instructions;
  for (const Event &event : trace.events) {
    if (!is_access(event)) continue;
    AccessCount &count = results.accesses[{event.context, event.kind == EventKind::store}];
    count.instances++;
    count.bytes += event.bytes;
  }
  count_dead_stores(trace, fault, scopes, results);
  count_repeated_values(trace, Tool::silent_stores, EventKind::store, fault, scopes, results);
  count_repeated_values(trace, Tool::redundant_loads, EventKind::load, fault, scopes, results);
  for (uint32_t granularity : {1u, 8u, coarsest_granularity}) count_reuse(trace, granularity, fault, results);
  count_spatial_loads(trace, fault, results);
  return results;
}

}  // namespace

Results count(const Trace &trace, Fault fault, ScopesTold scopes) {
  return count_seen(seen_with(trace, fault), fault, scopes);
}

}  // namespace hagstone::truth
