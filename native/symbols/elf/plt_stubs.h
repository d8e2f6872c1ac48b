// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_PLT_STUBS_H
#define HAGSTONE_SYMBOLS_PLT_STUBS_H

#include "elf_file.h"
#include "symbol_table.h"

namespace hagstone::symbols {

// Adds a function "NAME@plt" for each stub of the procedure linkage table: the stub is decoded, and the relocation of
// the slot that it jumps through has the name. The lazy-binding entry at the table's start becomes "plt_resolver".
void add_plt_stubs(const ElfFile &image, SymbolTable &symbols);

}  // namespace hagstone::symbols

#endif
