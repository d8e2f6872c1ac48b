// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_TRUTH_REFERENCE_TOOLS_H
#define HAGSTONE_TRUTH_REFERENCE_TOOLS_H

#include "../results.h"
#include "byte_table.h"
#include "rules.h"
#include "trace.h"

namespace hagstone::truth {

// Each adds its tool's counts to `results`.
void count_dead_stores(const Trace &trace, Fault fault, ScopesTold scopes, Results &results);
// `kind`: stores for silent stores, loads for redundant loads.
void count_repeated_values(const Trace &trace, Tool tool, EventKind kind, Fault fault, ScopesTold scopes, Results &results);
void count_reuse(const Trace &trace, uint32_t granularity, Fault fault, Results &results);
void count_spatial_loads(const Trace &trace, Fault fault, Results &results);

constexpr uint32_t coarsest_granularity = 64;

inline bool is_access(const Event &event) { return event.kind == EventKind::load || event.kind == EventKind::store; }
inline bool is_end(const Event &event) { return event.kind == EventKind::freed || event.kind == EventKind::unmapped; }

// When each thread last accessed each byte: for telling whether another one did in between.
class LastAccesses {
 public:
  void note(const Event &access, uint64_t now) {
    for (uint64_t i = 0; i < access.bytes; i++) last_.at(access.address + i, access.thread) = now;
  }
  bool another_since(uint64_t byte, uint32_t thread, uint64_t since) {
    bool found = false;
    last_.of_byte(byte, [&](uint32_t other, uint64_t when) { found = found || (other != thread && when > since); });
    return found;
  }
  void clear() { last_.clear(); }

 private:
  ByteTable<uint64_t> last_;  // 0: never
};

}  // namespace hagstone::truth

#endif
