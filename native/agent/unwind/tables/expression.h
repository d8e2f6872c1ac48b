// SPDX-License-Identifier: MIT
// DWARF expressions in call frame information (DWARF 4, 2.5.1 and 6.4.2).
#ifndef HAGSTONE_UNWIND_EXPRESSION_H
#define HAGSTONE_UNWIND_EXPRESSION_H

#include <stdint.h>

#include "code/emulation/registers.h"
#include "unwind/stack_memory.h"

namespace hagstone {

// Evaluates `length` bytes at `expression`. `initial`, if not null, is on the stack first (the CFA, for registers).
// Bounded in depth and steps. False: malformed, an unknown register, unreadable memory, or out of bounds.
// `instruction` is the frame's program counter: the expressions of procedure linkage tables ask for it.
bool evaluate_expression(const uint8_t *expression, uint16_t length, const uint64_t *initial,
                         const KnownRegisters &registers, uint64_t instruction, const StackMemory &memory,
                         uint64_t &result);

}  // namespace hagstone

#endif
