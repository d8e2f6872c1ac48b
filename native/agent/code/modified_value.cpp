// SPDX-License-Identifier: MIT
#include "code/modified_value.h"

#include "code/emulator.h"
#include "code/instruction.h"
#include "code/machine_state.h"
#include "code/memory_access.h"

namespace hagstone {

bool modification_leads_to(const TrapInstruction &trap, uint64_t before, uint64_t now, const Registers &after,
                           const ModuleMapSnapshot &modules, const MemoryReader &memory) {
  const uint64_t available = modules.executable_bytes(trap.instruction);
  Instruction instruction;
  if (available == 0 || !decode(trap.instruction, available, instruction) || is_string(instruction)) return false;
  const KnownRegisters earlier = registers_before(instruction, all_known(after), after.flags);
  MachineState state(after, memory);
  for (unsigned i = 0; i < 16; i++) state.set_general(i, {earlier.values[i], earlier.knows(i)});
  state.forget_flags(~uint64_t{0});
  state.store(trap.address, trap.length, Value::of(before));
  emulate(instruction, memory_accesses(instruction), state);
  const Value result = state.load(trap.address, trap.length);
  return result.known && result.bits == now;
}

}  // namespace hagstone
