// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_CODE_RANGES_H
#define HAGSTONE_SYMBOLS_CODE_RANGES_H

#include <elfutils/libdw.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "elf/elf_file.h"

namespace hagstone::symbols {

using AddressRange = std::pair<uint64_t, uint64_t>;  // [first, second)

// The address ranges of a DWARF entry that lie in `image`'s code. Code that the linker dropped keeps its entries, with
// ranges at 0 or at the end of the address space; those are left out. At most 2^20 of them: more occur in damaged files
// only.
inline std::vector<AddressRange> code_ranges(Dwarf_Die &die, const ElfFile &image) {
  std::vector<AddressRange> ranges;
  Dwarf_Addr base = 0;
  Dwarf_Addr low = 0;
  Dwarf_Addr high = 0;
  ptrdiff_t offset = 0;
  while ((offset = dwarf_ranges(&die, offset, &base, &low, &high)) > 0) {
    if (ranges.size() == 1u << 20) break;
    if (low < high && high <= image.executable_end(low)) ranges.emplace_back(low, high);
  }
  return ranges;
}

}  // namespace hagstone::symbols

#endif
