// SPDX-License-Identifier: GPL-2.0-or-later
// Dead stores, silent stores, redundant loads: metrics.md sections 1, 2 and 5.
#include "reference_scopes.h"
#include "reference_tools.h"
#include "repeats.h"

namespace hagstone::truth {

namespace {

// Bytes of one later access by the context of the earlier one, and the scope.
struct Shares {
  using Key = std::pair<ContextId, Scope>;
  std::map<Key, uint64_t> apart;
  std::map<Key, uint64_t> interleaved;
};

// Whether it is in between two accesses of another thread.
bool interleaves(const Event &access, Fault fault) {
  return access.kind == EventKind::store || fault != Fault::only_stores_interleave;
}

ScopesTold scopes_told_of(EventKind accesses, ScopesTold asked_for, Fault fault) {
  if (fault == Fault::scope_told_as_not_asked_for && asked_for != ScopesTold::none)
    asked_for = asked_for == ScopesTold::once ? ScopesTold::always : ScopesTold::once;
  return asked_for == ScopesTold::once && accesses == EventKind::store ? ScopesTold::none : asked_for;
}

// The scopes of one tool's pairs.
class PairScopes {
 public:
  PairScopes(const Trace &trace, EventKind accesses, Fault fault, ScopesTold asked_for)
      : scopes_(trace, fault), told_(scopes_told_of(accesses, asked_for, fault)) {}

  void note(const Event &event, uint64_t now) { scopes_.note(event, now); }
  // Scope of a byte that `earlier` accessed at the time `when`, in the scope `from`.
  Scope of(ContextId earlier, ScopeId from, uint64_t when, const Event &later) {
    if (told_ == ScopesTold::none) return {};
    const Scope now = scopes_.between(from, when, later.scope);
    return told_ == ScopesTold::always ? now : first_.try_emplace({earlier, later.context}, now).first->second;
  }

 private:
  Scopes scopes_;
  const ScopesTold told_;
  std::map<std::pair<ContextId, ContextId>, Scope> first_;
};

void add_pairs(const Shares &shares, Tool tool, bool approximate, ContextId trap, Fault fault, Results &results) {
  bool counted = false;
  for (const auto &[earlier, bytes] : shares.apart) {
    PairCount &pair = results.pairs[{tool, approximate, earlier.first, trap, "", earlier.second}];
    pair.bytes += bytes;
    pair.instances += !(fault == Fault::instance_once_per_access && counted);
    counted = true;
  }
  for (const auto &[earlier, bytes] : shares.interleaved) {
    PairCount &pair = results.pairs[{tool, approximate, earlier.first, trap, "", earlier.second}];
    if (fault == Fault::interleaved_is_waste) {
      pair.bytes += bytes;
      pair.instances++;
    } else {
      pair.interleaved_bytes += bytes;
      pair.interleaved_instances++;
    }
  }
}

struct StoredByte {
  ContextId context = 0;  // 0: not known
  ScopeId scope = 0;
  uint64_t when = 0;
  bool unread = false;
};

class DeadStores {
 public:
  DeadStores(const Trace &trace, Fault fault, ScopesTold scopes, Results &results)
      : fault_(fault), results_(results), scopes_(trace, EventKind::store, fault, scopes) {}

  void event(const Event &event, uint64_t now) {
    scopes_.note(event, now);
    if (is_end(event)) return end(event);
    if (event.kind == EventKind::window_ends) return end_window();
    if (!is_access(event)) return;
    if (event.kind == EventKind::store)
      store(event, now);
    else
      load(event);
    if (interleaves(event, fault_)) accesses_.note(event, now);
  }
  void finish() {
    bytes_.all([&](const StoredByte &stored) {
      if (stored.unread) (fault_ == Fault::unfinished_is_use ? of(stored).use : of(stored).unfinished)++;
    });
  }
  void end_window() {
    bytes_.all([&](const StoredByte &stored) {
      if (stored.unread) (fault_ == Fault::left_at_window_end_is_use ? of(stored).use : of(stored).unfinished)++;
    });
    bytes_.clear();
    accesses_.clear();
  }

 private:
  ContextCount &of(const StoredByte &stored) { return results_.contexts[{Tool::dead_stores, stored.context}]; }

  void store(const Event &event, uint64_t now) {
    Shares shares;
    for (uint64_t i = 0; i < event.bytes; i++) {
      const uint64_t byte = event.address + i;
      StoredByte &stored = bytes_.at(byte, event.thread);
      if (!stored.context) {
        if (fault_ != Fault::first_not_counted) results_.contexts[{Tool::dead_stores, event.context}].first++;
      } else if (stored.unread) {
        const bool between = accesses_.another_since(byte, event.thread, stored.when);
        const Scope scope = scopes_.of(stored.context, stored.scope, stored.when, event);
        (between ? shares.interleaved : shares.apart)[{stored.context, scope}]++;
      }
      stored = {event.context, event.scope, now, true};
    }
    if (fault_ == Fault::store_killed_as_a_whole && shares.apart.size() == 1) shares.apart.begin()->second = event.bytes;
    split(shares.apart);
    add_pairs(shares, Tool::dead_stores, false, event.context, fault_, results_);
  }
  void split(std::map<Shares::Key, uint64_t> &shares) const {
    if (fault_ != Fault::split_by_first_owner || shares.size() < 2) return;
    uint64_t all = 0;
    for (const auto &[earlier, bytes] : shares) all += bytes;
    shares = {{shares.begin()->first, all}};
  }

  void load(const Event &event) {
    if (fault_ == Fault::loads_do_not_use_stores) return;
    for (uint64_t i = 0; i < event.bytes; i++) {
      StoredByte &stored = bytes_.at(event.address + i, event.thread);
      if (!stored.unread) continue;
      const bool between = accesses_.another_since(event.address + i, event.thread, stored.when);
      (between ? of(stored).interleaved : of(stored).use)++;
      stored.unread = false;
    }
  }

  void end(const Event &event) {
    bytes_.forget(event.address, event.bytes, [&](const StoredByte &stored) {
      if (stored.unread) (fault_ == Fault::freed_is_unfinished ? of(stored).unfinished : of(stored).freed)++;
    });
  }

  const Fault fault_;
  Results &results_;
  PairScopes scopes_;
  ByteTable<StoredByte> bytes_;
  LastAccesses accesses_;
};

struct KnownByte {
  ContextId context = 0;  // 0: not known
  ScopeId scope = 0;
  uint64_t when = 0;
  char value = 0;
};

class RepeatedValues {
 public:
  RepeatedValues(const Trace &trace, Tool tool, EventKind kind, Fault fault, ScopesTold scopes, Results &results)
      : tool_(tool),
        kind_(kind),
        tolerance_(trace.tolerance),
        fault_(fault),
        results_(results),
        scopes_(trace, kind, fault, scopes) {}

  void event(const Event &event, uint64_t now) {
    scopes_.note(event, now);
    if (is_end(event)) return end(event);
    if (event.kind == EventKind::window_ends) return end_window();
    if (!is_access(event)) return;
    if (event.kind == kind_)
      access(event, now);
    else if (forgets_on_others())
      forget(event);
    if (interleaves(event, fault_)) accesses_.note(event, now);
  }
  void finish() {
    bytes_.all([&](const KnownByte &known) {
      if (known.context) (fault_ == Fault::unfinished_is_use ? of(known).use : of(known).unfinished)++;
    });
  }
  void end_window() {
    bytes_.all([&](const KnownByte &known) {
      if (known.context) (fault_ == Fault::left_at_window_end_is_use ? of(known).use : of(known).unfinished)++;
    });
    bytes_.clear();
    accesses_.clear();
  }

 private:
  bool forgets_on_others() const {
    return (fault_ == Fault::loads_end_silent_stores && kind_ == EventKind::store) ||
           (fault_ == Fault::stores_end_redundant_loads && kind_ == EventKind::load);
  }
  ContextCount &of(const KnownByte &known) { return results_.contexts[{tool_, known.context}]; }

  void access(const Event &event, uint64_t now) {
    std::vector<KnownByte> earlier;
    std::string old_value;
    bool missing = false, between = false;
    for (uint64_t i = 0; i < event.bytes; i++) {
      const KnownByte &known = bytes_.at(event.address + i, event.thread);
      if (!known.context) {
        if (fault_ != Fault::first_not_counted) results_.contexts[{tool_, event.context}].first++;
        missing = fault_ != Fault::missing_bytes_are_equal;
        old_value += event.value[i];
      } else {
        earlier.push_back(known);
        old_value += known.value;
        between = between || accesses_.another_since(event.address + i, event.thread, known.when);
      }
    }
    judge(event, earlier, old_value, missing, between);
    for (uint64_t i = 0; i < event.bytes; i++) {
      const bool keep_base = fault_ == Fault::compared_with_a_base_value && !missing && old_value != event.value &&
                             repeats(event.element, old_value, event.value, tolerance_, fault_);
      bytes_.at(event.address + i, event.thread) = {event.context, event.scope, now,
                                                    keep_base ? old_value[i] : event.value[i]};
    }
  }

  void judge(const Event &event, const std::vector<KnownByte> &earlier, const std::string &old_value, bool missing,
             bool between) {
    const bool redundant = !missing && repeats(event.element, old_value, event.value, tolerance_, fault_);
    Shares shares;
    size_t at = event.bytes - earlier.size();
    for (const KnownByte &known : earlier) {
      const bool this_byte = fault_ == Fault::partial_equals_whole ? event.value[at] == old_value[at] : redundant;
      at++;
      const KnownByte &owner = fault_ == Fault::split_by_first_owner ? earlier[0] : known;
      if (this_byte) {
        const Scope scope = scopes_.of(owner.context, owner.scope, owner.when, event);
        (between ? shares.interleaved : shares.apart)[{owner.context, scope}]++;
      } else
        (between ? of(known).interleaved : of(known).use)++;
    }
    const bool approximate = event.element != Element::bytes && fault_ != Fault::approximate_not_told_apart;
    add_pairs(shares, tool_, approximate, event.context, fault_, results_);
  }

  void forget(const Event &event) {
    for (uint64_t i = 0; i < event.bytes; i++) bytes_.at(event.address + i, event.thread) = {};
  }

  void end(const Event &event) {
    bytes_.forget(event.address, event.bytes, [&](const KnownByte &known) {
      if (known.context) (fault_ == Fault::freed_is_unfinished ? of(known).unfinished : of(known).freed)++;
    });
  }

  const Tool tool_;
  const EventKind kind_;
  const uint64_t tolerance_;
  const Fault fault_;
  Results &results_;
  PairScopes scopes_;
  ByteTable<KnownByte> bytes_;
  LastAccesses accesses_;
};

template <typename Counter>
void run(Counter &&counter, const Trace &trace) {
  for (uint64_t i = 0; i < trace.events.size(); i++) counter.event(trace.events[i], i + 1);
  counter.finish();
}

}  // namespace

void count_dead_stores(const Trace &trace, Fault fault, ScopesTold scopes, Results &results) {
  run(DeadStores(trace, fault, scopes, results), trace);
}

void count_repeated_values(const Trace &trace, Tool tool, EventKind kind, Fault fault, ScopesTold scopes,
                           Results &results) {
  run(RepeatedValues(trace, tool, kind, fault, scopes, results), trace);
}

}  // namespace hagstone::truth
