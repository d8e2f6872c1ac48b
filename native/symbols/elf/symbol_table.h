// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_SYMBOL_TABLE_H
#define HAGSTONE_SYMBOLS_SYMBOL_TABLE_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "elf_file.h"
#include "dwarf/range_map.h"

namespace hagstone::symbols {

struct Symbol {
  uint64_t low;
  uint64_t high;
  std::string name;   // as the linker knows it, without "@VERSION"
  bool has_size;      // false: `high` is where the next symbol or the segment begins
};

// Functions and data objects by address, from ELF symbol tables.
class SymbolTable {
 public:
  // Adds the symbols that SHT_SYMTAB and SHT_DYNSYM sections of `file` define. Addresses outside `image`'s executable
  // segments count as data. Returns how many symbols were added.
  size_t add_sections(const ElfFile &file, const ElfFile &image);
  // The dynamic symbols of a file without section headers, found through PT_DYNAMIC (a dumped vDSO image).
  size_t add_dynamic_segment(const ElfFile &image);
  // The symbols of .gnu_debugdata (MiniDebugInfo), if the file has them.
  size_t add_mini_debug_info(const ElfFile &image);
  void add_function(uint64_t low, uint64_t high, std::string name);
  // Call once, after the last addition.
  void build(const ElfFile &image);

  // nullptr if no function, or data object, covers the address.
  const Symbol *function_at(uint64_t address) const { return at(functions_, function_ranges_, address); }
  const Symbol *object_at(uint64_t address) const { return at(objects_, object_ranges_, address); }
  // Every sized symbol that begins at the address, if there are several: aliases of a function, and functions that the
  // linker folded into one body.
  std::vector<std::string> names_at(uint64_t low) const;
  // Calls `visit(name, low)` for every name of every function, aliases too.
  template <typename Visit>
  void each_function_name(Visit visit) const {
    for (const Symbol &function : functions_) visit(function.name, function.low);
    for (const auto &[low, name] : aliases_) visit(name, low);
  }
  // By address.
  const std::vector<Symbol> &functions() const { return functions_; }
  // Data objects of which at least one byte is in [low, high), by address.
  std::vector<const Symbol *> objects_in(uint64_t low, uint64_t high) const;

 private:
  struct Candidate {
    Symbol symbol;
    uint32_t rank;  // higher wins among symbols of one address
  };
  void add(const GElf_Sym &entry, const char *name, const ElfFile &image);
  void settle(std::vector<Candidate> &candidates, const ElfFile *code, std::vector<Symbol> &symbols, RangeMap &ranges);
  static const Symbol *at(const std::vector<Symbol> &symbols, const RangeMap &ranges, uint64_t address);

  std::vector<Candidate> function_candidates_;
  std::vector<Candidate> object_candidates_;
  std::vector<Symbol> functions_;
  // By address: the names that did not become the function's.
  std::vector<std::pair<uint64_t, std::string>> aliases_;
  std::vector<Symbol> objects_;
  RangeMap function_ranges_;
  RangeMap object_ranges_;
};

}  // namespace hagstone::symbols

#endif
