// SPDX-License-Identifier: MIT
#include "program_symbols.h"

#include <elf.h>

#include <fstream>
#include <iterator>
#include <vector>

ProgramSymbols::ProgramSymbols(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
  if (bytes.size() < sizeof(Elf64_Ehdr)) return;
  const auto *header = reinterpret_cast<const Elf64_Ehdr *>(bytes.data());
  const auto *sections = reinterpret_cast<const Elf64_Shdr *>(bytes.data() + header->e_shoff);
  for (unsigned i = 0; i < header->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const auto *symbols = reinterpret_cast<const Elf64_Sym *>(bytes.data() + sections[i].sh_offset);
    const char *names = bytes.data() + sections[sections[i].sh_link].sh_offset;
    for (size_t k = 0; k < sections[i].sh_size / sizeof *symbols; k++) {
      if (ELF64_ST_TYPE(symbols[k].st_info) != STT_FUNC || symbols[k].st_size == 0) continue;
      const std::string name = names + symbols[k].st_name;
      functions_[symbols[k].st_value] = {symbols[k].st_value + symbols[k].st_size, name.substr(0, name.find('.'))};
    }
  }
}

std::string ProgramSymbols::function_at(uint64_t offset) const {
  auto next = functions_.upper_bound(offset);
  if (next == functions_.begin()) return "";
  const Function &function = std::prev(next)->second;
  return offset < function.end ? function.name : "";
}
