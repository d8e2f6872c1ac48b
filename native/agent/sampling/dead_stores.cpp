// SPDX-License-Identifier: MIT
#include "sampling/tool.h"

namespace hagstone {

namespace {

// A read-modify-write is a load first: the store was not in vain.
hagstone_relation relation_of(const TrapInstruction &trap) {
  return trap.loads ? HAGSTONE_RELATION_USED_BY : HAGSTONE_RELATION_KILLED_BY;
}

}  // namespace

const Tool dead_stores = {HAGSTONE_TOOL_DEAD_STORES, WantedAccess::stores, BreakOn::read_or_write, relation_of};

}  // namespace hagstone
