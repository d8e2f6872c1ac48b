// SPDX-License-Identifier: MIT
#include "plt_stubs.h"

#include <Zydis/Zydis.h>

#include <limits>
#include <optional>
#include <unordered_map>

namespace hagstone::symbols {
namespace {

// What the dynamic linker puts into a slot: a named function, or for static executables the address of a resolver.
using SlotNames = std::unordered_map<uint64_t, std::string>;

std::string relocation_name(const ElfFile& image, const Section& relocations, const GElf_Rela& entry) {
  const size_t number = GELF_R_SYM(entry.r_info);
  if (number == 0) return {};
  Elf_Scn* symbol_section = elf_getscn(image.handle(), relocations.header.sh_link);
  GElf_Shdr header;
  if (symbol_section == nullptr || gelf_getshdr(symbol_section, &header) == nullptr || number > std::numeric_limits<int>::max()) return {};
  GElf_Sym symbol;
  if (gelf_getsym(elf_getdata(symbol_section, nullptr), static_cast<int>(number), &symbol) == nullptr) return {};
  const char* name = elf_strptr(image.handle(), header.sh_link, symbol.st_name);
  return name == nullptr ? "" : name;
}

struct Slots {
  SlotNames names;
  std::vector<std::string> in_order;  // of .rela.plt: a lazy stub pushes its number there
};

Slots read_slots(const ElfFile& image) {
  Slots slots;
  for (const Section& section : image.sections()) {
    if (section.header.sh_type != SHT_RELA) continue;
    Elf_Data* data = elf_getdata(section.handle, nullptr);
    if (data == nullptr) continue;
    const bool is_plt = section.name == ".rela.plt";
    const size_t count = std::min<size_t>(data->d_size / sizeof(Elf64_Rela), std::numeric_limits<int>::max());
    for (size_t i = 0; i < count; ++i) {
      GElf_Rela entry;
      if (gelf_getrela(data, static_cast<int>(i), &entry) == nullptr) break;
      std::string name = relocation_name(image, section, entry);
      if (is_plt) slots.in_order.push_back(name);
      if (!name.empty()) slots.names.insert_or_assign(entry.r_offset, std::move(name));
    }
  }
  return slots;
}

// One stub: `jmp *slot(%rip)`, perhaps after endbr64; or, lazily bound with branch tracking, `push number; jmp start`.
std::optional<std::string> stub_name(const ZydisDecoder& decoder, const uint8_t* code, size_t length, uint64_t address, const Slots& slots) {
  size_t offset = 0;
  std::optional<uint64_t> pushed;
  while (offset < length) {
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code + offset, length - offset, &instruction, operands))) return std::nullopt;
    if (instruction.mnemonic == ZYDIS_MNEMONIC_PUSH && operands[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE) pushed = operands[0].imm.value.u;
    if (instruction.mnemonic == ZYDIS_MNEMONIC_JMP) {
      ZyanU64 slot = 0;
      if (operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY) {
        if (!ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&instruction, &operands[0], address + offset, &slot))) return std::nullopt;
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

void add_plt_stubs(const ElfFile& image, SymbolTable& symbols) {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  std::optional<Slots> slots;
  for (const Section& section : image.sections()) {
    if (section.name != ".plt" && section.name != ".plt.sec" && section.name != ".plt.got" && section.name != ".iplt") continue;
    if (!slots) slots = read_slots(image);
    const std::vector<uint8_t> code = image.read(section.header.sh_addr, section.header.sh_size);
    // The ABI's stubs take 16 bytes; those of .plt.got without branch tracking take 8 and say so.
    const size_t step = section.header.sh_entsize == 8 ? 8 : 16;
    for (size_t offset = 0; offset + step <= code.size(); offset += step) {
      const uint64_t address = section.header.sh_addr + offset;
      const auto name = stub_name(decoder, code.data() + offset, step, address, *slots);
      if (name) symbols.add_function(address, address + step, *name + "@plt");
      else if (section.name == ".plt" && offset == 0) symbols.add_function(address, address + step, "plt_resolver");
    }
  }
}

}  // namespace hagstone::symbols
