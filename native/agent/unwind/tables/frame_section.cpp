// SPDX-License-Identifier: MIT
#include "frame_section.h"

#include <string.h>

#include "unwind/modules/elf_file.h"

namespace hagstone {

uint64_t find_frame_section(const char *path, uint64_t bias) {
  const ElfFile file(path);
  Elf64_Shdr names;
  if (!file.section_names(names)) return 0;
  for (unsigned i = 0; i < file.section_count(); i++) {
    static constexpr char wanted[] = ".eh_frame";
    Elf64_Shdr section;
    char name[sizeof wanted];
    if (!file.section(i, section)) return 0;
    if (!(section.sh_flags & SHF_ALLOC) || !file.read(names.sh_offset + section.sh_name, name, sizeof name)) continue;
    if (memcmp(name, wanted, sizeof wanted) == 0) return bias + section.sh_addr;
  }
  return 0;
}

}  // namespace hagstone
