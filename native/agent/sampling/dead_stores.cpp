// SPDX-License-Identifier: MIT
#include "sampling/tool.h"

namespace hagstone {

namespace {

// A read-modify-write is a load first: the store was not in vain.
Judgement judge(SampledThread &, Watch &, const Trap &trap) {
  return Judgement::of_pair(trap.instruction.loads ? HAGSTONE_RELATION_USED_BY : HAGSTONE_RELATION_KILLED_BY);
}

}  // namespace

const Tool dead_stores = {
    .id = HAGSTONE_TOOL_DEAD_STORES,
    .name = "dead-stores",
    .wanted = WantedAccess::stores,
    .watch_for = BreakOn::read_or_write,
    .keeps_value = false,
    .judges_own_store = false,
    .plan = watch_accessed_part,
    .judge = judge,
    .record = record_pair,
    .give_up = nullptr,
    .expired = nullptr,
};

}  // namespace hagstone
