// SPDX-License-Identifier: MIT
#include "register_flow.h"

#include <Zydis/Zydis.h>

#include <algorithm>
#include <stdexcept>

namespace hagstone::symbols {
namespace {

constexpr uint64_t max_length = 16u << 20;
constexpr uint32_t vector_registers = 16;

// 0 for registers that are not followed: segments, x87, masks, XMM16 and above.
uint32_t register_bit(ZydisRegister name) {
  const ZydisRegister whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, name);
  const ZydisRegisterClass kind = ZydisRegisterGetClass(whole);
  const ZyanI8 number = ZydisRegisterGetId(whole);
  if (number < 0 || number >= 16) return 0;
  if (kind == ZYDIS_REGCLASS_GPR64) return 1u << number;
  const bool is_vector = kind == ZYDIS_REGCLASS_XMM || kind == ZYDIS_REGCLASS_YMM || kind == ZYDIS_REGCLASS_ZMM;
  return is_vector ? 1u << (vector_registers + static_cast<uint32_t>(number)) : 0;
}

NextInstruction next_of(const ZydisDecodedInstruction &instruction) {
  switch (instruction.meta.category) {
    case ZYDIS_CATEGORY_CALL: return NextInstruction::call;
    case ZYDIS_CATEGORY_COND_BR: return NextInstruction::branch;
    case ZYDIS_CATEGORY_UNCOND_BR: return NextInstruction::jump;
    case ZYDIS_CATEGORY_RET: return NextInstruction::leaves;
    default: break;
  }
  const ZydisMnemonic name = instruction.mnemonic;
  const bool stops = name == ZYDIS_MNEMONIC_UD2 || name == ZYDIS_MNEMONIC_HLT || name == ZYDIS_MNEMONIC_INT3;
  return stops ? NextInstruction::leaves : NextInstruction::following;
}

bool is_plain_move(ZydisMnemonic name) {
  switch (name) {
    case ZYDIS_MNEMONIC_MOV:
    case ZYDIS_MNEMONIC_MOVZX:
    case ZYDIS_MNEMONIC_MOVSX:
    case ZYDIS_MNEMONIC_MOVSXD:
    case ZYDIS_MNEMONIC_MOVD:
    case ZYDIS_MNEMONIC_MOVQ:
    case ZYDIS_MNEMONIC_MOVSS:
    case ZYDIS_MNEMONIC_MOVSD:
    case ZYDIS_MNEMONIC_MOVAPS:
    case ZYDIS_MNEMONIC_MOVAPD:
    case ZYDIS_MNEMONIC_MOVUPS:
    case ZYDIS_MNEMONIC_MOVUPD:
    case ZYDIS_MNEMONIC_MOVDQA:
    case ZYDIS_MNEMONIC_MOVDQU:
    case ZYDIS_MNEMONIC_VMOVAPS:
    case ZYDIS_MNEMONIC_VMOVAPD:
    case ZYDIS_MNEMONIC_VMOVUPS:
    case ZYDIS_MNEMONIC_VMOVUPD:
    case ZYDIS_MNEMONIC_VMOVDQA:
    case ZYDIS_MNEMONIC_VMOVDQU:
    case ZYDIS_MNEMONIC_POP: return true;
    default: return false;
  }
}

// The result is zero, or all ones, regardless of the register held.
bool is_constant_idiom(const ZydisDecodedInstruction &instruction, const ZydisDecodedOperand *operands) {
  switch (instruction.mnemonic) {
    case ZYDIS_MNEMONIC_XOR:
    case ZYDIS_MNEMONIC_SUB:
    case ZYDIS_MNEMONIC_PXOR:
    case ZYDIS_MNEMONIC_XORPS:
    case ZYDIS_MNEMONIC_XORPD:
    case ZYDIS_MNEMONIC_PCMPEQD:
    case ZYDIS_MNEMONIC_PCMPEQB:
      return operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER && operands[0].reg.value == operands[1].reg.value;
    case ZYDIS_MNEMONIC_VPXOR:
    case ZYDIS_MNEMONIC_VXORPS:
    case ZYDIS_MNEMONIC_VXORPD:
      return operands[2].type == ZYDIS_OPERAND_TYPE_REGISTER && operands[1].reg.value == operands[2].reg.value;
    default: return false;
  }
}

bool is_conditional_move(const ZydisDecodedInstruction &instruction) {
  return instruction.meta.category == ZYDIS_CATEGORY_CMOV || instruction.meta.category == ZYDIS_CATEGORY_FCMOV;
}

uint32_t address_registers(const ZydisDecodedOperand &operand) {
  return register_bit(operand.mem.base) | register_bit(operand.mem.index);
}

RegisterFlow flow_of(const ZydisDecodedInstruction &instruction, const ZydisDecodedOperand *operands, uint64_t address) {
  RegisterFlow flow{address, 0, 0, 0, next_of(instruction), 0};
  const bool is_constant = is_constant_idiom(instruction, operands);
  for (unsigned i = 0; i < instruction.operand_count; ++i) {
    const ZydisDecodedOperand &operand = operands[i];
    const bool reads = (operand.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
    const bool writes = (operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
    if (operand.type == ZYDIS_OPERAND_TYPE_REGISTER) {
      const uint32_t bit = register_bit(operand.reg.value);
      // A register that is written under a condition may keep its value.
      const bool keeps = (operand.actions & ZYDIS_OPERAND_ACTION_CONDWRITE) != 0;
      if ((reads || keeps) && !is_constant) flow.uses |= bit;
      if (writes) flow.defines |= bit;
      if (operand.reg.value == ZYDIS_REGISTER_RFLAGS || operand.reg.value == ZYDIS_REGISTER_EFLAGS ||
          operand.reg.value == ZYDIS_REGISTER_FLAGS) {
        flow.traits |= (reads ? RegisterFlow::reads_flags : 0) | (writes ? RegisterFlow::writes_flags : 0);
      }
    } else if (operand.type == ZYDIS_OPERAND_TYPE_MEMORY) {
      if (operand.mem.type == ZYDIS_MEMOP_TYPE_AGEN)
        flow.uses |= address_registers(operand);
      else if (reads)
        flow.traits |= RegisterFlow::loads;
    } else if (operand.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && operand.imm.is_relative) {
      ZyanU64 target = 0;
      if (ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&instruction, &operand, address, &target))) flow.target = target;
    }
  }
  if (is_plain_move(instruction.mnemonic)) flow.traits |= RegisterFlow::moves;
  if (is_conditional_move(instruction)) flow.traits |= RegisterFlow::conditional_move;
  return flow;
}

}  // namespace

std::vector<RegisterFlow> register_flow(ModuleSymbols &module, uint64_t low, uint64_t high) {
  if (low > high || high - low > max_length)
    throw std::runtime_error("cannot follow registers: the range ends before it begins or is longer than 16 MiB");
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  // The last instruction may reach beyond the range.
  const std::vector<uint8_t> code = module.image().read(low, high - low + ZYDIS_MAX_INSTRUCTION_LENGTH);
  const size_t end = std::min<size_t>(code.size(), high - low);
  std::vector<RegisterFlow> result;
  for (size_t offset = 0; offset < end;) {
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    if (!ZYAN_SUCCESS(
            ZydisDecoderDecodeFull(&decoder, code.data() + offset, code.size() - offset, &instruction, operands))) {
      result.push_back({low + offset, 0, 0, 0, NextInstruction::leaves, 0});
      ++offset;
      continue;
    }
    result.push_back(flow_of(instruction, operands, low + offset));
    offset += instruction.length;
  }
  return result;
}

}  // namespace hagstone::symbols
