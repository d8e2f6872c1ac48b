// SPDX-License-Identifier: MIT
#include "modified_value.h"

#include "emulator.h"
#include "code/instruction.h"
#include "machine_state.h"
#include "code/memory_access.h"

namespace hagstone {

namespace {

// A comparison that succeeds leaves in the accumulator the value it compared with, one that fails the loaded value.
bool leaves_in_register(const Instruction &instruction, const MachineState &after, uint64_t &loaded) {
  unsigned operand;
  switch (instruction.decoded.mnemonic) {
    case ZYDIS_MNEMONIC_XADD: operand = 1; break;
    case ZYDIS_MNEMONIC_XCHG: operand = instruction.operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY ? 1 : 0; break;
    case ZYDIS_MNEMONIC_CMPXCHG: operand = 2; break;
    default: return false;
  }
  const ZydisDecodedOperand &target = instruction.operands[operand];
  if (target.type != ZYDIS_OPERAND_TYPE_REGISTER) return false;
  const Value value = after.register_part(target.reg.value);
  loaded = value.bits;
  return value.known;
}

bool leads_to(const Instruction &instruction, const TrapInstruction &trap, uint64_t before, uint64_t now,
              const Registers &after, const MemoryReader &memory) {
  const KnownRegisters earlier = registers_before(instruction, all_known(after), after.flags);
  MachineState state(after, memory);
  for (unsigned i = 0; i < 16; i++) state.set_general(i, {earlier.values[i], earlier.knows(i)});
  state.forget_flags(~uint64_t{0});
  state.store(trap.address, trap.length, Value::of(before));
  emulate(instruction, memory_accesses(instruction), state);
  const Value result = state.load(trap.address, trap.length);
  return result.known && result.bits == now;
}

}  // namespace

bool find_loaded_value(const TrapInstruction &trap, uint64_t last_seen, uint64_t now, const Registers &after,
                       const ModuleMapSnapshot &modules, const MemoryReader &memory, uint64_t &loaded) {
  const uint64_t available = modules.executable_bytes(trap.instruction);
  Instruction instruction;
  if (available == 0 || !decode(trap.instruction, available, instruction) || is_string(instruction)) return false;
  if (leaves_in_register(instruction, MachineState(after, memory), loaded)) return true;
  loaded = last_seen;
  return leads_to(instruction, trap, last_seen, now, after, memory);
}

}  // namespace hagstone
