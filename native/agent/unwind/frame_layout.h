// SPDX-License-Identifier: MIT
// Where a function without call frame information keeps its return address and saved registers: found by following what
// its instructions do to the stack pointer, from the start of the function on.
#ifndef HAGSTONE_UNWIND_FRAME_LAYOUT_H
#define HAGSTONE_UNWIND_FRAME_LAYOUT_H

#include <stdint.h>

#include "code/emulation/memory_reader.h"
#include "unwind/modules/module_map.h"
#include "unwind/tables/rule_cache.h"

namespace hagstone {

// The rule before the instruction at or around `address`, which is in `function`. Follows the code in the order of addresses; where
// it continues behind a return or a jump, the frame is that of a jump to there, or else of the last jump within the function. False: the frame
// cannot be told. Reads code through `memory` only. Safe in signal handlers.
bool find_frame_layout(const AddressRange &function, uint64_t address, const MemoryReader &memory, UnwindRule &rule);

}  // namespace hagstone

#endif
