// SPDX-License-Identifier: GPL-2.0-or-later
#include "factors.h"

#include "code/instruction.h"

namespace {

bool is_multiplication(const hagstone::Instruction &instruction) {
  return instruction.is(ZYDIS_MNEMONIC_IMUL) || instruction.is(ZYDIS_MNEMONIC_MUL) || instruction.is(ZYDIS_MNEMONIC_MULX);
}

bool is_factor(const ZydisDecodedOperand &operand) {
  const bool flags = operand.type == ZYDIS_OPERAND_TYPE_REGISTER && hagstone::general_register(operand.reg.value) < 0;
  return !flags && (operand.actions & ZYDIS_OPERAND_ACTION_MASK_READ);
}

hagstone_factor factor_of(const ZydisDecodedOperand &operand) {
  hagstone_factor factor = {};
  if (operand.type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
    factor.is_constant = 1;
    factor.constant = operand.imm.value.u;
    return factor;
  }
  factor.number = static_cast<uint8_t>(hagstone::general_register(operand.reg.value));
  factor.offset = operand.reg.value >= ZYDIS_REGISTER_AH && operand.reg.value <= ZYDIS_REGISTER_BH;
  return factor;
}

}  // namespace

uint32_t hagstone_decode_factors(uint64_t address, uint32_t length, hagstone_factor factors[2]) {
  hagstone::Instruction instruction;
  if (!hagstone::decode(address, length, instruction) || !is_multiplication(instruction)) return 0;
  unsigned count = 0;
  for (unsigned i = 0; i < instruction.decoded.operand_count; i++) {
    const ZydisDecodedOperand &operand = instruction.operands[i];
    if (operand.type == ZYDIS_OPERAND_TYPE_MEMORY) return 0;
    if (!is_factor(operand)) continue;
    if (count == 2) return 0;
    factors[count++] = factor_of(operand);
  }
  if (count != 2) return 0;
  // Those with one operand multiply the accumulator, named after it.
  if (instruction.operands[1].visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN || instruction.is(ZYDIS_MNEMONIC_MULX)) {
    const hagstone_factor named = factors[0];
    factors[0] = factors[1];
    factors[1] = named;
  }
  return instruction.decoded.operand_width / 8;
}
