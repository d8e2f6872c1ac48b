// SPDX-License-Identifier: GPL-2.0-or-later
#include "executable_sections.h"

#include <elf.h>

#include <cstring>
#include <fstream>
#include <iterator>

namespace {

std::vector<uint8_t> contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

std::vector<std::vector<uint8_t>> executable_sections(const std::string &path) {
  std::vector<std::vector<uint8_t>> sections;
  const std::vector<uint8_t> file = contents(path);
  Elf64_Ehdr header;
  if (file.size() < sizeof header) return sections;
  std::memcpy(&header, file.data(), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) return sections;
  for (unsigned i = 0; i < header.e_shnum; i++) {
    Elf64_Shdr section;
    const uint64_t at = header.e_shoff + i * sizeof section;
    if (at + sizeof section > file.size()) return sections;
    std::memcpy(&section, file.data() + at, sizeof section);
    if (section.sh_type != SHT_PROGBITS || !(section.sh_flags & SHF_EXECINSTR)) continue;
    if (section.sh_offset + section.sh_size > file.size()) continue;
    sections.emplace_back(file.begin() + static_cast<int64_t>(section.sh_offset),
                          file.begin() + static_cast<int64_t>(section.sh_offset + section.sh_size));
  }
  return sections;
}
