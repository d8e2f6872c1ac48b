// SPDX-License-Identifier: MIT
#include "code/instruction.h"

#include "code/instruction_length.h"
#include "code/emulation/registers.h"

namespace hagstone {

bool decode(uint64_t address, uint64_t available, Instruction &instruction) {
  ZydisDecoder decoder;
  if (!ZYAN_SUCCESS(ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64))) return false;
  const uint64_t bytes = available < longest_instruction ? available : longest_instruction;
  instruction.address = address;
  // Not ZydisDecoderDecodeFull, which clears the operands that are not there.
  ZydisDecoderContext context;
  return ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&decoder, &context, reinterpret_cast<const void *>(address), bytes,
                                                    &instruction.decoded)) &&
         ZYAN_SUCCESS(ZydisDecoderDecodeOperands(&decoder, &context, &instruction.decoded, instruction.operands,
                                                 instruction.decoded.operand_count));
}

unsigned instruction_length(uint64_t address, uint64_t available) {
  if (available >= longest_instruction)
    if (const unsigned length = common_instruction_length(reinterpret_cast<const uint8_t *>(address))) return length;
  ZydisDecoder decoder;
  if (!ZYAN_SUCCESS(ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)) ||
      !ZYAN_SUCCESS(ZydisDecoderEnableMode(&decoder, ZYDIS_DECODER_MODE_MINIMAL, ZYAN_TRUE)))
    return 0;
  const uint64_t bytes = available < longest_instruction ? available : longest_instruction;
  ZydisDecodedInstruction decoded;
  if (!ZYAN_SUCCESS(
          ZydisDecoderDecodeInstruction(&decoder, nullptr, reinterpret_cast<const void *>(address), bytes, &decoded)))
    return 0;
  return decoded.length;
}

int general_register(ZydisRegister name) {
  const ZydisRegister whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, name);
  return whole >= ZYDIS_REGISTER_RAX && whole <= ZYDIS_REGISTER_R15 ? whole - ZYDIS_REGISTER_RAX : -1;
}

bool advances_rsi(const Instruction &instruction) {
  switch (instruction.decoded.mnemonic) {
    case ZYDIS_MNEMONIC_MOVSB:
    case ZYDIS_MNEMONIC_MOVSW:
    case ZYDIS_MNEMONIC_MOVSD:
    case ZYDIS_MNEMONIC_MOVSQ:
    case ZYDIS_MNEMONIC_CMPSB:
    case ZYDIS_MNEMONIC_CMPSW:
    case ZYDIS_MNEMONIC_CMPSD:
    case ZYDIS_MNEMONIC_CMPSQ:
    case ZYDIS_MNEMONIC_LODSB:
    case ZYDIS_MNEMONIC_LODSW:
    case ZYDIS_MNEMONIC_LODSD:
    case ZYDIS_MNEMONIC_LODSQ:
      // movsd and cmpsd are SSE instructions too.
      return instruction.category() == ZYDIS_CATEGORY_STRINGOP;
    default: return false;
  }
}

bool advances_rdi(const Instruction &instruction) {
  switch (instruction.decoded.mnemonic) {
    case ZYDIS_MNEMONIC_LODSB:
    case ZYDIS_MNEMONIC_LODSW:
    case ZYDIS_MNEMONIC_LODSD:
    case ZYDIS_MNEMONIC_LODSQ: return false;
    case ZYDIS_MNEMONIC_STOSB:
    case ZYDIS_MNEMONIC_STOSW:
    case ZYDIS_MNEMONIC_STOSD:
    case ZYDIS_MNEMONIC_STOSQ:
    case ZYDIS_MNEMONIC_SCASB:
    case ZYDIS_MNEMONIC_SCASW:
    case ZYDIS_MNEMONIC_SCASD:
    case ZYDIS_MNEMONIC_SCASQ: return true;
    default: return advances_rsi(instruction);
  }
}

bool is_string(const Instruction &instruction) { return advances_rsi(instruction) || advances_rdi(instruction); }

bool is_repeated(const Instruction &instruction) {
  constexpr ZydisInstructionAttributes repeats = ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE;
  return is_string(instruction) && (instruction.decoded.attributes & repeats) != 0;
}

bool is_conditionally_repeated(const Instruction &instruction) {
  constexpr ZydisInstructionAttributes repeats = ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE;
  return is_string(instruction) && (instruction.decoded.attributes & repeats) != 0;
}

unsigned string_element(const Instruction &instruction) {
  for (unsigned i = 0; i < instruction.decoded.operand_count; i++)
    if (instruction.operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY) return instruction.operands[i].size / 8;
  return 0;
}

}  // namespace hagstone
