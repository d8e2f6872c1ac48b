// SPDX-License-Identifier: MIT
#include "code/control_flow.h"

#include "code/emulation/emulator.h"
#include "code/emulation/flags.h"

namespace hagstone {
namespace {

bool is_far(const Instruction &instruction) { return instruction.decoded.meta.branch_type == ZYDIS_BRANCH_TYPE_FAR; }

Decision evaluate_count_branch(const Instruction &instruction, MachineState &state) {
  const bool narrow = instruction.decoded.address_width == 32;
  const ZydisRegister name = narrow ? ZYDIS_REGISTER_ECX : ZYDIS_REGISTER_RCX;
  Value count = state.register_part(name);
  const bool loops = !instruction.is(ZYDIS_MNEMONIC_JRCXZ) && !instruction.is(ZYDIS_MNEMONIC_JECXZ);
  if (!count.known) return Decision::unknown;
  if (!loops) return count.bits == 0 ? Decision::yes : Decision::no;
  count.bits = low_bytes(count.bits - 1, narrow ? 4 : 8);
  state.set_register_part(name, count);
  if (count.bits == 0) return Decision::no;
  if (instruction.is(ZYDIS_MNEMONIC_LOOP)) return Decision::yes;
  if (!state.knows_flags(flag_zero)) return Decision::unknown;
  const bool zero = state.flags() & flag_zero;
  return zero == instruction.is(ZYDIS_MNEMONIC_LOOPE) ? Decision::yes : Decision::no;
}

Decision evaluate_branch(const Instruction &instruction, MachineState &state) {
  switch (instruction.decoded.mnemonic) {
    case ZYDIS_MNEMONIC_JRCXZ:
    case ZYDIS_MNEMONIC_JECXZ:
    case ZYDIS_MNEMONIC_LOOP:
    case ZYDIS_MNEMONIC_LOOPE:
    case ZYDIS_MNEMONIC_LOOPNE: return evaluate_count_branch(instruction, state);
    default: return evaluate_condition(instruction.decoded.opcode & 0xf, state);
  }
}

Value target_of(const Instruction &instruction, const MemoryAccesses &accesses, MachineState &state) {
  uint64_t target;
  if (direct_target(instruction, target)) return Value::of(target);
  return read_operand(instruction, 0, accesses, state);
}

Value follow_call(const Instruction &instruction, const MemoryAccesses &accesses, MachineState &state) {
  const Value target = target_of(instruction, accesses, state);
  Value stack = state.general(register_rsp);
  stack.bits -= 8;
  if (stack.known)
    state.store(stack.bits, 8, Value::of(instruction.next()));
  else
    state.store_somewhere();
  state.set_general(register_rsp, stack);
  return target;
}

Value follow_return(const Instruction &instruction, MachineState &state) {
  Value stack = state.general(register_rsp);
  const Value target = stack.known ? state.load(stack.bits, 8) : Value::unknown();
  stack.bits += 8;
  if (instruction.operands[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE) stack.bits += instruction.operands[0].imm.value.u;
  state.set_general(register_rsp, stack);
  return target;
}

}  // namespace

Transfer transfer_of(const Instruction &instruction) {
  switch (instruction.category()) {
    case ZYDIS_CATEGORY_COND_BR:
      return instruction.is(ZYDIS_MNEMONIC_XBEGIN) ? Transfer::unfollowed : Transfer::conditional;
    case ZYDIS_CATEGORY_UNCOND_BR: return is_far(instruction) ? Transfer::unfollowed : Transfer::jump;
    case ZYDIS_CATEGORY_CALL: return is_far(instruction) ? Transfer::unfollowed : Transfer::call;
    case ZYDIS_CATEGORY_RET:
      return instruction.is(ZYDIS_MNEMONIC_RET) && !is_far(instruction) ? Transfer::ret : Transfer::unfollowed;
    case ZYDIS_CATEGORY_SYSCALL: return Transfer::system_call;
    case ZYDIS_CATEGORY_SYSRET:
    case ZYDIS_CATEGORY_INTERRUPT: return Transfer::unfollowed;
    default: break;
  }
  switch (instruction.decoded.mnemonic) {
    case ZYDIS_MNEMONIC_UD0:
    case ZYDIS_MNEMONIC_UD1:
    case ZYDIS_MNEMONIC_UD2:
    case ZYDIS_MNEMONIC_HLT:
    case ZYDIS_MNEMONIC_XBEGIN:
    case ZYDIS_MNEMONIC_XABORT: return Transfer::unfollowed;
    default: return Transfer::none;
  }
}

bool direct_target(const Instruction &instruction, uint64_t &target) {
  const ZydisDecodedOperand &operand = instruction.operands[0];
  if (operand.type != ZYDIS_OPERAND_TYPE_IMMEDIATE || !operand.imm.is_relative) return false;
  target = instruction.next() + static_cast<uint64_t>(operand.imm.value.s);
  return true;
}

Value follow(const Instruction &instruction, const MemoryAccesses &accesses, MachineState &state) {
  switch (transfer_of(instruction)) {
    case Transfer::conditional: {
      const Decision decision = evaluate_branch(instruction, state);
      if (decision == Decision::unknown) return Value::unknown();
      uint64_t target = instruction.next();
      if (decision == Decision::yes && !direct_target(instruction, target)) return Value::unknown();
      return Value::of(target);
    }
    case Transfer::jump: return target_of(instruction, accesses, state);
    case Transfer::call: return follow_call(instruction, accesses, state);
    case Transfer::ret: return follow_return(instruction, state);
    case Transfer::none: emulate(instruction, accesses, state); return Value::of(instruction.next());
    case Transfer::system_call:
    case Transfer::unfollowed: break;
  }
  return Value::unknown();
}

}  // namespace hagstone
