// SPDX-License-Identifier: MIT
#include "calls/dynamic_slots.h"

#include <limits>

#include "elf/relocations.h"

namespace hagstone::symbols {
namespace {

std::string relocation_name(const ElfFile &image, const Section &relocations, const GElf_Rela &entry) {
  const size_t number = GELF_R_SYM(entry.r_info);
  if (number == 0) return {};
  Elf_Scn *symbol_section = elf_getscn(image.handle(), relocations.header.sh_link);
  GElf_Shdr header;
  if (symbol_section == nullptr || gelf_getshdr(symbol_section, &header) == nullptr ||
      number > std::numeric_limits<int>::max())
    return {};
  GElf_Sym symbol;
  if (gelf_getsym(elf_getdata(symbol_section, nullptr), static_cast<int>(number), &symbol) == nullptr) return {};
  const char *name = elf_strptr(image.handle(), header.sh_link, symbol.st_name);
  return name == nullptr ? "" : name;
}

}  // namespace

DynamicSlots read_dynamic_slots(const ElfFile &image) {
  DynamicSlots slots;
  for (const Section &section : image.sections()) {
    if (section.header.sh_type != SHT_RELA) continue;
    const bool is_plt = section.name == ".rela.plt";
    for_each_relocation(section, [&](const GElf_Rela &entry) {
      std::string name = relocation_name(image, section, entry);
      if (is_plt) slots.in_order.push_back(name);
      if (!name.empty()) slots.names.insert_or_assign(entry.r_offset, std::move(name));
    });
  }
  return slots;
}

}  // namespace hagstone::symbols
