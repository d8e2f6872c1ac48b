// SPDX-License-Identifier: MIT
#include "elf_image.h"

#include <elf.h>

#include <cstring>

namespace hagstone::symbols {
namespace {

template <typename Value>
void append(std::vector<uint8_t> &bytes, const Value &value) {
  const auto *start = reinterpret_cast<const uint8_t *>(&value);
  bytes.insert(bytes.end(), start, start + sizeof(value));
}

void align(std::vector<uint8_t> &bytes) { bytes.resize((bytes.size() + 7) / 8 * 8); }

}  // namespace

std::vector<uint8_t> elf_image(const std::vector<ImageSection> &sections) {
  std::vector<uint8_t> bytes(sizeof(Elf64_Ehdr));
  std::vector<Elf64_Shdr> headers(1);
  std::string names(1, '\0');
  const auto add = [&](const std::string &name, uint32_t type, std::span<const uint8_t> contents) {
    align(bytes);
    Elf64_Shdr header{};
    header.sh_name = static_cast<Elf64_Word>(names.size());
    header.sh_type = type;
    header.sh_offset = bytes.size();
    header.sh_size = contents.size();
    header.sh_addralign = 1;
    names += name + '\0';
    headers.push_back(header);
    bytes.insert(bytes.end(), contents.begin(), contents.end());
  };
  for (const auto &[name, contents] : sections) add(name, SHT_PROGBITS, contents);
  const std::string table = ".shstrtab";
  const std::string all = names + table + '\0';
  add(table, SHT_STRTAB, {reinterpret_cast<const uint8_t *>(all.data()), all.size()});
  align(bytes);

  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_EXEC;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_shoff = bytes.size();
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = static_cast<Elf64_Half>(headers.size());
  header.e_shstrndx = static_cast<Elf64_Half>(headers.size() - 1);
  std::memcpy(bytes.data(), &header, sizeof(header));
  for (const Elf64_Shdr &section : headers) append(bytes, section);
  return bytes;
}

}  // namespace hagstone::symbols
