// SPDX-License-Identifier: MIT
#include "plt_stubs.h"

#include <Zydis/Zydis.h>

#include <optional>

#include "calls/dynamic_slots.h"

namespace hagstone::symbols {
namespace {

// One stub: `jmp *slot(%rip)`, perhaps after endbr64; or, lazily bound with branch tracking, `push number; jmp start`.
std::optional<std::string> stub_name(const ZydisDecoder &decoder, const uint8_t *code, size_t length, uint64_t address,
                                     const DynamicSlots &slots) {
  size_t offset = 0;
  std::optional<uint64_t> pushed;
  while (offset < length) {
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code + offset, length - offset, &instruction, operands)))
      return std::nullopt;
    if (instruction.mnemonic == ZYDIS_MNEMONIC_PUSH && operands[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
      pushed = operands[0].imm.value.u;
    if (instruction.mnemonic == ZYDIS_MNEMONIC_JMP) {
      ZyanU64 slot = 0;
      if (operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY) {
        if (!ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&instruction, &operands[0], address + offset, &slot)))
          return std::nullopt;
        const auto found = slots.names.find(slot);
        return found == slots.names.end() ? std::nullopt : std::optional(found->second);
      }
      if (pushed && *pushed < slots.in_order.size() && !slots.in_order[*pushed].empty()) return slots.in_order[*pushed];
      return std::nullopt;
    }
    offset += instruction.length;
  }
  return std::nullopt;
}

}  // namespace

void add_plt_stubs(const ElfFile &image, SymbolTable &symbols) {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  std::optional<DynamicSlots> slots;
  for (const Section &section : image.sections()) {
    if (section.name != ".plt" && section.name != ".plt.sec" && section.name != ".plt.got" && section.name != ".iplt")
      continue;
    if (!slots) slots = read_dynamic_slots(image);
    const std::vector<uint8_t> code = image.read(section.header.sh_addr, section.header.sh_size);
    // The ABI's stubs take 16 bytes; those of .plt.got without branch tracking take 8 and say so.
    const size_t step = section.header.sh_entsize == 8 ? 8 : 16;
    for (size_t offset = 0; offset + step <= code.size(); offset += step) {
      const uint64_t address = section.header.sh_addr + offset;
      const auto name = stub_name(decoder, code.data() + offset, step, address, *slots);
      if (name)
        symbols.add_function(address, address + step, *name + "@plt");
      else if (section.name == ".plt" && offset == 0)
        symbols.add_function(address, address + step, "plt_resolver");
    }
  }
}

}  // namespace hagstone::symbols
