// SPDX-License-Identifier: MIT
#include "unwind/frame_section.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

namespace hagstone {
namespace {

class File {
 public:
  explicit File(const char *path) : descriptor_(open(path, O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  bool read(uint64_t offset, void *destination, size_t length) const {
    return descriptor_ >= 0 && pread(descriptor_, destination, length, static_cast<off_t>(offset)) ==
                                   static_cast<ssize_t>(length);
  }

 private:
  int descriptor_;
};

}  // namespace

uint64_t find_frame_section(const char *path, uint64_t bias) {
  const File file(path);
  Elf64_Ehdr header;
  if (!file.read(0, &header, sizeof header) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shentsize != sizeof(Elf64_Shdr))
    return 0;
  Elf64_Shdr names;
  if (!file.read(header.e_shoff + uint64_t{header.e_shstrndx} * sizeof names, &names, sizeof names)) return 0;
  for (unsigned i = 0; i < header.e_shnum; i++) {
    static constexpr char wanted[] = ".eh_frame";
    Elf64_Shdr section;
    char name[sizeof wanted];
    if (!file.read(header.e_shoff + i * sizeof section, &section, sizeof section)) return 0;
    if (!(section.sh_flags & SHF_ALLOC) || !file.read(names.sh_offset + section.sh_name, name, sizeof name)) continue;
    if (memcmp(name, wanted, sizeof wanted) == 0) return bias + section.sh_addr;
  }
  return 0;
}

}  // namespace hagstone
