// SPDX-License-Identifier: MIT
// One decoded x86-64 instruction.
#ifndef HAGSTONE_CODE_INSTRUCTION_H
#define HAGSTONE_CODE_INSTRUCTION_H

#include <Zydis/Zydis.h>
#include <stdint.h>

namespace hagstone {

inline constexpr unsigned longest_instruction = 15;

struct Instruction {
  uint64_t address;  // run-time
  ZydisDecodedInstruction decoded;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];

  uint64_t next() const { return address + decoded.length; }
  bool is(ZydisMnemonic mnemonic) const { return decoded.mnemonic == mnemonic; }
  ZydisInstructionCategory category() const { return decoded.meta.category; }
};

// Decodes the instruction at run-time address `address`, of which `available` bytes may be read. False: none there.
bool decode(uint64_t address, uint64_t available, Instruction &instruction);

// Length in bytes of the instruction at `address`, 0 if invalid. Much faster than decode().
unsigned instruction_length(uint64_t address, uint64_t available);

// Number (GeneralRegister) of the general register that `name` is or is a part of, or -1.
int general_register(ZydisRegister name);

// A movs, stos, lods, cmps or scas, repeated or not.
bool is_string(const Instruction &instruction);
bool is_repeated(const Instruction &instruction);
// A repeated cmps or scas: how often depends on the data.
bool is_conditionally_repeated(const Instruction &instruction);
// Bytes of one element of a string instruction.
unsigned string_element(const Instruction &instruction);
// Whether a string instruction advances the pointer.
bool advances_rsi(const Instruction &instruction);
bool advances_rdi(const Instruction &instruction);

}  // namespace hagstone

#endif
