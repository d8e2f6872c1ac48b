// SPDX-License-Identifier: MIT
#include "elf_symbols.h"

#include <elf.h>
#include <string.h>

#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

namespace hagstone {

namespace {

using Bytes = std::vector<char>;

Bytes read_file(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

template <typename T>
std::optional<T> value_at(const Bytes &file, uint64_t offset) {
  if (offset > file.size() || file.size() - offset < sizeof(T)) return {};
  T value;
  memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

std::optional<Elf64_Ehdr> native_header(const Bytes &file) {
  auto header = value_at<Elf64_Ehdr>(file, 0);
  if (!header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return {};
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_machine != EM_X86_64) return {};
  return header;
}

bool text_at_is(const Bytes &file, uint64_t offset, const std::string &text) {
  return offset < file.size() && file.size() - offset > text.size() &&
         memcmp(file.data() + offset, text.c_str(), text.size() + 1) == 0;
}

}  // namespace

bool is_native_elf(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  Bytes start(sizeof(Elf64_Ehdr));
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  return file && native_header(start);
}

uint64_t find_function(const std::string &path, const std::string &name) {
  const Bytes file = read_file(path);
  const auto header = native_header(file);
  if (!header) return 0;
  for (unsigned i = 0; i < header->e_shnum; i++) {
    const auto symbols = value_at<Elf64_Shdr>(file, header->e_shoff + i * sizeof(Elf64_Shdr));
    if (!symbols || symbols->sh_type != SHT_DYNSYM) continue;
    const auto names = value_at<Elf64_Shdr>(file, header->e_shoff + symbols->sh_link * sizeof(Elf64_Shdr));
    if (!names) return 0;
    for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= symbols->sh_size; at += sizeof(Elf64_Sym)) {
      const auto symbol = value_at<Elf64_Sym>(file, symbols->sh_offset + at);
      if (!symbol) return 0;
      const bool defined = symbol->st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol->st_info) == STT_FUNC;
      if (defined && text_at_is(file, names->sh_offset + symbol->st_name, name)) return symbol->st_value;
    }
  }
  return 0;
}

uint64_t find_system_call(const std::string &path) {
  const Bytes file = read_file(path);
  const auto header = native_header(file);
  if (!header) return 0;
  for (unsigned i = 0; i < header->e_phnum; i++) {
    const auto segment = value_at<Elf64_Phdr>(file, header->e_phoff + i * sizeof(Elf64_Phdr));
    if (!segment || segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    constexpr char instruction[] = {'\x0f', '\x05'};
    for (uint64_t at = segment->p_offset; at + 2 <= segment->p_offset + segment->p_filesz && at + 2 <= file.size(); at++)
      if (memcmp(file.data() + at, instruction, 2) == 0) return at;
  }
  return 0;
}

}  // namespace hagstone
