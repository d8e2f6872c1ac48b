// SPDX-License-Identifier: MIT
// Where a thread continues after an instruction.
#ifndef HAGSTONE_CODE_CONTROL_FLOW_H
#define HAGSTONE_CODE_CONTROL_FLOW_H

#include <stdint.h>

#include "code/instruction.h"
#include "code/emulation/machine_state.h"
#include "code/memory_access.h"

namespace hagstone {

enum class Transfer : uint8_t {
  none,         // to the instruction that follows
  conditional,  // jcc, jrcxz, loop
  jump,
  call,
  ret,
  system_call,
  unfollowed,   // traps, far transfers, transactions, halts
};

Transfer transfer_of(const Instruction &instruction);

// Target of a direct jump, branch or call; false if it is indirect.
bool direct_target(const Instruction &instruction, uint64_t &target);

// Executes `instruction`, of any kind but system_call and unfollowed, on the state and returns where it leads; unknown
// if that depends on unknown values (the state is then invalid).
Value follow(const Instruction &instruction, const MemoryAccesses &accesses, MachineState &state);

}  // namespace hagstone

#endif
