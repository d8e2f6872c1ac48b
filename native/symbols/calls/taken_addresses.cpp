// SPDX-License-Identifier: MIT
#include "calls/taken_addresses.h"

#include <Zydis/Zydis.h>

namespace hagstone::symbols {

std::vector<uint64_t> taken_addresses(const ElfFile &image, RelativeRelocations &relocations, AddressRange range) {
  std::vector<uint64_t> found;
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  const std::vector<uint8_t> bytes = image.read(range.first, range.second - range.first);
  for (size_t offset = 0; offset < bytes.size();) {
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    if (!ZYAN_SUCCESS(
            ZydisDecoderDecodeFull(&decoder, bytes.data() + offset, bytes.size() - offset, &instruction, operands))) {
      ++offset;
      continue;
    }
    for (unsigned i = 0; i < instruction.operand_count_visible; ++i) {
      const ZydisDecodedOperand &operand = operands[i];
      ZyanU64 address = 0;
      if (operand.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && !operand.imm.is_relative) found.push_back(operand.imm.value.u);
      if (operand.type != ZYDIS_OPERAND_TYPE_MEMORY || operand.mem.base != ZYDIS_REGISTER_RIP) continue;
      if (!ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&instruction, &operand, range.first + offset, &address))) continue;
      found.push_back(address);
      if (const auto value = relocations.value_at(address)) found.push_back(*value);
    }
    offset += instruction.length;
  }
  std::erase_if(found, [&image](uint64_t address) { return !image.is_executable(address); });
  return found;
}

}  // namespace hagstone::symbols
