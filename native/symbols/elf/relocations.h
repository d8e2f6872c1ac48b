// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_ELF_RELOCATIONS_H
#define HAGSTONE_SYMBOLS_ELF_RELOCATIONS_H

#include <algorithm>
#include <limits>

#include "elf/elf_file.h"

namespace hagstone::symbols {

// Calls visit(const GElf_Rela &) for each entry of a section of type SHT_RELA, in order, as far as it can be read.
template <typename Visit>
void for_each_relocation(const Section &section, Visit visit) {
  Elf_Data *data = elf_getdata(section.handle, nullptr);
  if (data == nullptr) return;
  const size_t count = std::min<size_t>(data->d_size / sizeof(Elf64_Rela), std::numeric_limits<int>::max());
  for (size_t i = 0; i < count; ++i) {
    GElf_Rela entry;
    if (gelf_getrela(data, static_cast<int>(i), &entry) == nullptr) break;
    visit(entry);
  }
}

}  // namespace hagstone::symbols

#endif
