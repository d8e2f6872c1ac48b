// SPDX-License-Identifier: MIT
#include "loops/relative_relocations.h"

#include <algorithm>

#include "elf/relocations.h"

namespace hagstone::symbols {

void RelativeRelocations::read() {
  read_ = true;
  for (const Section &section : image_.sections()) {
    if (section.header.sh_type != SHT_RELA || section.header.sh_entsize != sizeof(Elf64_Rela)) continue;
    for_each_relocation(section, [this](const GElf_Rela &entry) {
      if (GELF_R_TYPE(entry.r_info) == R_X86_64_RELATIVE)
        values_.emplace_back(entry.r_offset, static_cast<uint64_t>(entry.r_addend));
    });
  }
  std::sort(values_.begin(), values_.end());
}

std::optional<uint64_t> RelativeRelocations::value_at(uint64_t place) {
  if (!read_) read();
  const auto found = std::lower_bound(values_.begin(), values_.end(), std::pair<uint64_t, uint64_t>(place, 0));
  return found != values_.end() && found->first == place ? std::optional(found->second) : std::nullopt;
}

}  // namespace hagstone::symbols
