// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_FOLDED_FUNCTIONS_H
#define HAGSTONE_SYMBOLS_FOLDED_FUNCTIONS_H

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "dwarf_index.h"
#include "elf/elf_file.h"
#include "names/function_names.h"
#include "elf/symbol_table.h"
#include "warnings.h"

namespace hagstone::symbols {

// One of several functions that have the same code.
struct FoldedFunction {
  UnitIndex *unit;
  std::optional<uint32_t> scope;  // of the unit; nothing where the linker took the function's addresses away
  Dwarf_Die die;
  FunctionName name;
};

// Functions that a linker gave one body because their code is equal (--icf). Which of them was called, the body does
// not say, so that it gets the names of all. Symbols alone cannot tell them from aliases of one function: a folded
// function has an entry of its own in DWARF. Gold leaves the entries the address of the body; LLD and mold leave it
// to one of them.
class FoldedFunctions {
 public:
  FoldedFunctions(const SymbolTable &symbols, FunctionNames &names, const StringTable &strings)
      : symbols_(symbols), names_(names), strings_(strings) {}

  // Those of the body that begins at `low`; none where it is one function's.
  const std::vector<FoldedFunction> &at(uint64_t low, DwarfIndex &index, const ElfFile &information, Warnings &warnings);
  // "clear_a = clear_b (one body)".
  std::string joined_names(const std::vector<FoldedFunction> &functions) const;

 private:
  std::vector<FoldedFunction> find(uint64_t low, DwarfIndex &index, const ElfFile &information, Warnings &warnings);
  // Functions without code by the names of their symbols.
  const std::unordered_map<std::string, FoldedFunction> &without_code(DwarfIndex &index, const ElfFile &information,
                                                                      Warnings &warnings);

  const SymbolTable &symbols_;
  FunctionNames &names_;
  const StringTable &strings_;
  std::unordered_map<uint64_t, std::vector<FoldedFunction>> by_start_;
  std::optional<std::unordered_map<std::string, FoldedFunction>> without_code_;
};

}  // namespace hagstone::symbols

#endif
