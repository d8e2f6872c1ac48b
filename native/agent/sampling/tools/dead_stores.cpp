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
    .judge = judge,
};

}  // namespace hagstone
