// SPDX-License-Identifier: MIT
// What a read-modify-write loaded: when its watchpoint traps, memory has changed already.
#ifndef HAGSTONE_CODE_MODIFIED_VALUE_H
#define HAGSTONE_CODE_MODIFIED_VALUE_H

#include <stdint.h>

#include "code/memory_reader.h"
#include "code/precise_instruction.h"
#include "code/registers.h"
#include "unwind/module_map.h"

namespace hagstone {

// Whether the instruction of `trap`, a read-modify-write that has just run, makes what memory holds now (`now`) out of
// `before`; both of trap.length bytes, up to 8, zero-extended. For add, sub, xor, inc, dec, neg and not no other value
// would do, so that `before` is what was loaded; for and, or and shifts it agrees with all that is known. False also if
// the instruction cannot be followed: it overwrote an operand (xchg, xadd, cmpxchg) or took in the carry. `after`: the
// registers after it. Safe in signal handlers.
bool modification_leads_to(const TrapInstruction &trap, uint64_t before, uint64_t now, const Registers &after,
                           const ModuleMapSnapshot &modules, const MemoryReader &memory);

}  // namespace hagstone

#endif
