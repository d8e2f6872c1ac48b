// SPDX-License-Identifier: MIT
#include "value_tools.h"

namespace hagstone {

namespace {

// The store has run: memory contains its value.
Judgement judge(SampledThread &thread, Watch &watch, const Trap &trap) {
  return judge_value(thread, watch, trap, value_of(thread, watch));
}

}  // namespace

const Tool silent_stores = {
    .id = HAGSTONE_TOOL_SILENT_STORES,
    .name = "silent-stores",
    .wanted = WantedAccess::stores,
    .watch_for = BreakOn::write,
    .keeps_value = true,
    .judge = judge,
};

}  // namespace hagstone
