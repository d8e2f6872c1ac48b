// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_FUNCTION_STARTS_H
#define HAGSTONE_SYMBOLS_FUNCTION_STARTS_H

#include <cstdint>
#include <vector>

#include "module_symbols.h"

namespace hagstone::symbols {

// Addresses where functions, or parts of them, begin in executable code: by the symbol table and by call frame
// information, which stripped files keep. Ascending, each once.
std::vector<uint64_t> function_starts(ModuleSymbols &module);

}  // namespace hagstone::symbols

#endif
