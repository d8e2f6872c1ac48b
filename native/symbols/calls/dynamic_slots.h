// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_CALLS_DYNAMIC_SLOTS_H
#define HAGSTONE_SYMBOLS_CALLS_DYNAMIC_SLOTS_H

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "elf/elf_file.h"

namespace hagstone::symbols {

// Words of a file that the dynamic linker fills with the address of a named function or object (the global offset table).
struct DynamicSlots {
  std::unordered_map<uint64_t, std::string> names;  // linkage name by the slot's address
  std::vector<std::string> in_order;                // of .rela.plt: a lazy stub pushes its number there
};

DynamicSlots read_dynamic_slots(const ElfFile &image);

}  // namespace hagstone::symbols

#endif
