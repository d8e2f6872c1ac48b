// SPDX-License-Identifier: MIT
#include "common/judgement.h"
#include "tool.h"

namespace hagstone {

namespace {

Judgement judge(SampledThread &, Watch &, const Trap &trap) {
  return Judgement::of_pair(hagstone_judge_stored(trap.instruction.loads));
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
    .plan_line = nullptr,
    .judge = judge,
    .record = record_pair,
    .give_up = nullptr,
    .expired = nullptr,
};

}  // namespace hagstone
