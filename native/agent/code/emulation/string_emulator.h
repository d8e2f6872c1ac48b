// SPDX-License-Identifier: MIT
// Executes string instructions on the known machine state.
#ifndef HAGSTONE_CODE_STRING_EMULATOR_H
#define HAGSTONE_CODE_STRING_EMULATOR_H

#include "code/instruction.h"
#include "machine_state.h"
#include "code/memory_access.h"

namespace hagstone {

// All iterations of a movs, stos, lods, cmps or scas. Pointers and count are followed if the number of iterations is
// known; loaded and compared values are not.
void emulate_string(const Instruction &instruction, const MemoryAccesses &accesses, MachineState &state);

}  // namespace hagstone

#endif
