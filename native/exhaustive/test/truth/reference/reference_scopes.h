// SPDX-License-Identifier: GPL-2.0-or-later
// Redundancy scopes: metrics.md section 5.
#ifndef HAGSTONE_TRUTH_REFERENCE_SCOPES_H
#define HAGSTONE_TRUTH_REFERENCE_SCOPES_H

#include <map>
#include <vector>

#include "reference.h"

namespace hagstone::truth {

// Times are the numbers of events, as far as they have been noted.
class Scopes {
 public:
  Scopes(const Trace &trace, Fault fault) : nodes_(trace.scopes), fault_(fault) {}

  void note(const Event &event, uint64_t now) {
    if (event.kind == EventKind::loop_header) passed_[event.scope] = now;
  }
  // Scope of the pair of an access in `earlier`, at `time`, and one in `later`, now.
  Scope between(ScopeId earlier, uint64_t time, ScopeId later) const;

 private:
  // From the thread's root down.
  std::vector<ScopeId> path_to(ScopeId node) const;
  bool passed_since(ScopeId loop, uint64_t time) const;

  const ScopeTable &nodes_;
  const Fault fault_;
  std::map<ScopeId, uint64_t> passed_;  // when the loop's header was passed last
};

}  // namespace hagstone::truth

#endif
