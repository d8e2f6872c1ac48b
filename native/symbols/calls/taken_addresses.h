// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_CALLS_TAKEN_ADDRESSES_H
#define HAGSTONE_SYMBOLS_CALLS_TAKEN_ADDRESSES_H

#include <cstdint>
#include <vector>

#include "dwarf/code_ranges.h"
#include "elf/elf_file.h"
#include "loops/relative_relocations.h"

namespace hagstone::symbols {

// Code addresses that the code in `range` takes: by lea, as an immediate, or from a table that the linker fills. Of the resolver of
// an indirect function (STT_GNU_IFUNC) these are the implementations that it chooses from.
std::vector<uint64_t> taken_addresses(const ElfFile &image, RelativeRelocations &relocations, AddressRange range);

}  // namespace hagstone::symbols

#endif
