// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_FOLDED_FUNCTIONS_H
#define HAGSTONE_SYMBOLS_FOLDED_FUNCTIONS_H

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "dwarf_index.h"
#include "function_names.h"
#include "symbol_table.h"
#include "warnings.h"

namespace hagstone::symbols {

// Functions that a linker gave one body because their code is equal (--icf). Which of them was called, the body does
// not say, so that it gets the names of all. Symbols alone cannot tell them from aliases of one function: a folded
// function has an entry of its own in DWARF.
class FoldedFunctions {
 public:
  FoldedFunctions(const SymbolTable& symbols, FunctionNames& names, const StringTable& strings) : symbols_(symbols), names_(names), strings_(strings) {}

  // "clear_a = clear_b (one body)" for the body that begins at `low`; empty where it is one function's.
  const std::string& name_of(uint64_t low, DwarfIndex& index, Warnings& warnings);

 private:
  std::string find(uint64_t low, DwarfIndex& index, Warnings& warnings);

  const SymbolTable& symbols_;
  FunctionNames& names_;
  const StringTable& strings_;
  std::unordered_map<uint64_t, std::string> by_start_;
};

}  // namespace hagstone::symbols

#endif
