// SPDX-License-Identifier: MIT
// The value that a read-modify-write loaded: when its watchpoint traps, memory has already changed.
#ifndef HAGSTONE_CODE_MODIFIED_VALUE_H
#define HAGSTONE_CODE_MODIFIED_VALUE_H

#include <stdint.h>

#include "memory_reader.h"
#include "code/precise_instruction.h"
#include "registers.h"
#include "unwind/modules/module_map.h"

namespace hagstone {

// The `trap.length` bytes, up to 8 and zero-extended, that the read-modify-write of `trap` loaded. Inferred from memory
// as last seen before (`last_seen`), memory `now`, and the registers after the instruction. xchg, xadd and
// cmpxchg leave the loaded value in a register. For others it was `last_seen`, if that value gives the one there now:
// for add, sub, xor, inc, dec, neg and not no other value would do; for and, or and shifts it agrees with all that is
// known. False: not known, since another thread may have come in between, or the instruction is not followed, as with
// the carry of adc. Safe in signal handlers.
bool find_loaded_value(const TrapInstruction &trap, uint64_t last_seen, uint64_t now, const Registers &after,
                       const ModuleMapSnapshot &modules, const MemoryReader &memory, uint64_t &loaded);

}  // namespace hagstone

#endif
