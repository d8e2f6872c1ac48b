// SPDX-License-Identifier: GPL-2.0-or-later
#include "reference_scopes.h"

#include <algorithm>

namespace hagstone::truth {

std::vector<ScopeId> Scopes::path_to(ScopeId node) const {
  std::vector<ScopeId> path;
  for (; node; node = nodes_[node].parent) path.push_back(node);
  std::reverse(path.begin(), path.end());
  return path;
}

bool Scopes::passed_since(ScopeId loop, uint64_t time) const {
  if (fault_ == Fault::scope_regardless_of_time) return true;
  const auto passed = passed_.find(loop);
  return passed != passed_.end() && passed->second > time;
}

Scope Scopes::between(ScopeId earlier, uint64_t time, ScopeId later) const {
  const std::vector<ScopeId> one = path_to(earlier), other = path_to(later);
  const bool only_common = fault_ != Fault::scope_of_the_later_access;
  Scope found, function;
  for (size_t i = 0; i < other.size() && (!only_common || (i < one.size() && one[i] == other[i])); i++) {
    const ScopeNode &node = nodes_[other[i]];
    const bool is_loop = node.header != 0;
    if (!is_loop && (i == 0 || fault_ != Fault::scope_is_the_thread)) function = {node.frame, 0};
    if (!is_loop || !passed_since(other[i], time)) continue;
    if (!found.frame || fault_ == Fault::scope_is_the_innermost_loop) found = {node.frame, node.header};
  }
  return found.frame ? found : function;
}

}  // namespace hagstone::truth
