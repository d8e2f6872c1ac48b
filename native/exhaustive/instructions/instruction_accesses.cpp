// SPDX-License-Identifier: GPL-2.0-or-later
#include "instruction_accesses.h"

#include "code/instruction.h"
#include "code/memory_access.h"
#include "exhaustive/measurement.h"

static uint32_t bit_string_operand(const hagstone::Instruction &instruction) {
  switch (instruction.decoded.mnemonic) {
    case ZYDIS_MNEMONIC_BT:
    case ZYDIS_MNEMONIC_BTC:
    case ZYDIS_MNEMONIC_BTR:
    case ZYDIS_MNEMONIC_BTS: break;
    default: return 0;
  }
  const bool numbered = instruction.operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY &&
                        instruction.operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER;
  return numbered ? instruction.operands[0].size / 8u : 0;
}

int hagstone_decode_accesses(uint64_t address, uint32_t length, struct hagstone_instruction_accesses *accesses) {
  hagstone::Instruction instruction;
  if (!hagstone::decode(address, length, instruction)) return 0;
  const hagstone::MemoryAccesses decoded = hagstone::memory_accesses(instruction);
  accesses->bit_string = bit_string_operand(instruction);
  accesses->masked_bytes = instruction.is(ZYDIS_MNEMONIC_MASKMOVQ) || instruction.is(ZYDIS_MNEMONIC_MASKMOVDQU) ||
                           instruction.is(ZYDIS_MNEMONIC_VMASKMOVDQU);
  accesses->count = decoded.count;
  for (unsigned i = 0; i < decoded.count; i++) {
    const hagstone::MemoryAccess &access = decoded.items[i];
    const bool whole = access.kind != hagstone::MemoryAccess::unsupported && !accesses->bit_string;
    accesses->items[i] = {static_cast<uint8_t>(access.store ? HAGSTONE_STORE : HAGSTONE_LOAD), access.element, whole,
                          access.length};
  }
  return 1;
}
