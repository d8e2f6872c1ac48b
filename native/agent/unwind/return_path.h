// SPDX-License-Identifier: MIT
// Where code of no known function keeps its return address and saved registers: found by following it to its return.
#ifndef HAGSTONE_UNWIND_RETURN_PATH_H
#define HAGSTONE_UNWIND_RETURN_PATH_H

#include <stdint.h>

#include "code/emulation/memory_reader.h"
#include "unwind/tables/rule_cache.h"

namespace hagstone {

// The rule before the instruction at `address`. Calls and conditional jumps are skipped, other direct jumps followed:
// on every path to a return the stack pointer moves by the same distance. False: no return is found, or the code does
// not determine the stack pointer's movement. Reads code only through `memory`. Safe in signal handlers.
bool find_return_path(uint64_t address, const MemoryReader &memory, UnwindRule &rule);

}  // namespace hagstone

#endif
