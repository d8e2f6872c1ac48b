// SPDX-License-Identifier: MIT
// Executes instructions on the known machine state.
#ifndef HAGSTONE_CODE_EMULATOR_H
#define HAGSTONE_CODE_EMULATOR_H

#include <stdint.h>

#include "code/instruction.h"
#include "machine_state.h"
#include "code/memory_access.h"

namespace hagstone {

// Applies `instruction` to the state: exactly for the integer instructions that decide addresses and branches in
// compiled code. For all others, everything they write becomes unknown. Not for transfers of control.
void emulate(const Instruction &instruction, const MemoryAccesses &accesses, MachineState &state);

// The value of a condition code (low four bits of the opcodes of jcc, setcc and cmovcc).
enum class Decision : uint8_t { no, yes, unknown };
Decision evaluate_condition(uint8_t code, const MachineState &state);

// An operand's value, zero-extended from its size. Immediates are sign-extended first.
Value read_operand(const Instruction &instruction, unsigned operand, const MemoryAccesses &accesses, MachineState &state);

// Forgets the registers that `instruction` writes, and its stores.
void forget_results(const Instruction &instruction, const MemoryAccesses &accesses, MachineState &state);

}  // namespace hagstone

#endif
