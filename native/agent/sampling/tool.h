// SPDX-License-Identifier: MIT
// What makes one tool different from another: which accesses it samples, what it watches for, what a trap means.
#ifndef HAGSTONE_SAMPLING_TOOL_H
#define HAGSTONE_SAMPLING_TOOL_H

#include "code/precise_instruction.h"
#include "code/walk.h"
#include "common/raw_format.h"
#include "watch/debug_registers.h"

namespace hagstone {

struct Tool {
  hagstone_tool id;
  WantedAccess wanted;
  BreakOn watch_for;
  hagstone_relation (*relation_of)(const TrapInstruction &trap);
};

// Dead stores (metrics.md section 2; DeadCraft of WITCH section 4).
extern const Tool dead_stores;

}  // namespace hagstone

#endif
