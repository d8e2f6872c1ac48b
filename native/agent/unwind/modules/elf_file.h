// SPDX-License-Identifier: MIT
// Reads parts of an ELF file; untrusted. Outside handlers.
#ifndef HAGSTONE_UNWIND_ELF_FILE_H
#define HAGSTONE_UNWIND_ELF_FILE_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

namespace hagstone {

class ElfFile {
 public:
  explicit ElfFile(const char *path);
  ~ElfFile();
  ElfFile(const ElfFile &) = delete;
  ElfFile &operator=(const ElfFile &) = delete;

  // 0 if it is not a 64-bit ELF file.
  unsigned section_count() const { return header_.e_shnum; }
  bool section(unsigned index, Elf64_Shdr &section) const;
  bool section_names(Elf64_Shdr &names) const { return section(header_.e_shstrndx, names); }
  bool read(uint64_t offset, void *destination, size_t length) const;

 private:
  static constexpr unsigned block_sections = 16;

  int descriptor_;
  Elf64_Ehdr header_ = {};
  // Headers of sections are read many at a time.
  mutable Elf64_Shdr block_[block_sections];
  mutable unsigned block_start_ = 0;
  mutable unsigned block_count_ = 0;
};

}  // namespace hagstone

#endif
