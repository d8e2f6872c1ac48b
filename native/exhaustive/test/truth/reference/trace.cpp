// SPDX-License-Identifier: GPL-2.0-or-later
#include "trace.h"

#include <cstdio>

namespace hagstone::truth {

std::string ContextTable::text(ContextId id) const {
  if (id == 0) return "";
  if (id > nodes_.size()) return "a context that no access has";  // of a broken rule
  static constexpr const char *names[] = {"thread ", "call ", "at ", "system call "};
  const ContextNode &node = nodes_[id - 1];
  char number[32];
  snprintf(number, sizeof number, node.kind == NodeKind::thread || node.kind == NodeKind::system_call ? "%lu" : "%lx",
           static_cast<unsigned long>(node.value));
  return (node.parent ? text(node.parent) + " > " : "") + names[static_cast<int>(node.kind)] + number;
}

}  // namespace hagstone::truth
