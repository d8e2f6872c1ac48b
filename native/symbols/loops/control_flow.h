// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_LOOPS_CONTROL_FLOW_H
#define HAGSTONE_SYMBOLS_LOOPS_CONTROL_FLOW_H

#include <cstdint>
#include <functional>
#include <vector>

#include "loops/flow_graph.h"
#include "loops/function_code.h"
#include "loops/jump_tables.h"
#include "elf/unwind_tables.h"

namespace hagstone::symbols {

// The basic blocks of a function and the control flow between them.
//
// Blocks that nothing known leads to (behind an indirect jump that is not resolved, or a landing pad of damaged tables)
// are regions of their own: their edges into code that was reached before are left out, because an edge of
// doubtful origin must not spoil the loops of the rest.
struct ControlFlow {
  std::vector<size_t> first;      // by block: index of its first instruction; one more at the end
  FlowGraph graph;                // blocks, and last a made entry that leads to the first block of each region
  uint32_t unresolved_jumps = 0;  // jumps through tables that were not found
};

// `entry` is the function's first address. `returns(callee)` tells whether a call comes back. A jump out of the
// function is a call in tail position and ends the flow.
ControlFlow control_flow(const FunctionCode &code, uint64_t entry, JumpTables &tables,
                         const std::vector<CallSite> &call_sites, const std::function<bool(uint64_t)> &returns);

}  // namespace hagstone::symbols

#endif
