// SPDX-License-Identifier: MIT
// Where a function without call frame information keeps its return address and saved registers: found by following its
// instructions' effect on the stack pointer, from the function's start on.
#ifndef HAGSTONE_UNWIND_FRAME_LAYOUT_H
#define HAGSTONE_UNWIND_FRAME_LAYOUT_H

#include <stdint.h>

#include "code/emulation/memory_reader.h"
#include "unwind/modules/module_map.h"
#include "unwind/tables/rule_cache.h"

namespace hagstone {

// The rule before the instruction at or around `address`, which is in `function`. Follows the code in the order of
// addresses. After a return or a jump, the frame is that of a jump to there, or else of the last jump within the
// function. False: the frame cannot be determined. Reads code only through `memory`. Safe in signal handlers.
bool find_frame_layout(const AddressRange &function, uint64_t address, const MemoryReader &memory, UnwindRule &rule);

}  // namespace hagstone

#endif
