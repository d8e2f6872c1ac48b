// SPDX-License-Identifier: MIT
#include "elf_file.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

namespace hagstone {

// Something else may lie there by now, a pipe for example, for whose other end an open would wait.
ElfFile::ElfFile(const char *path) : descriptor_(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
  if (!read(0, &header_, sizeof header_) || memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0 ||
      header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_shentsize != sizeof(Elf64_Shdr))
    header_ = {};
}

ElfFile::~ElfFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool ElfFile::section(unsigned index, Elf64_Shdr &section) const {
  if (index >= header_.e_shnum) return false;
  if (index < block_start_ || index - block_start_ >= block_count_) {
    const unsigned left = header_.e_shnum - index;
    block_start_ = index;
    block_count_ = left < block_sections ? left : block_sections;
    if (!read(header_.e_shoff + uint64_t{index} * sizeof section, block_, block_count_ * sizeof section)) {
      block_count_ = 0;
      return false;
    }
  }
  section = block_[index - block_start_];
  return true;
}

bool ElfFile::read(uint64_t offset, void *destination, size_t length) const {
  return descriptor_ >= 0 &&
         pread(descriptor_, destination, length, static_cast<off_t>(offset)) == static_cast<ssize_t>(length);
}

}  // namespace hagstone
