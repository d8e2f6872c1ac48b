// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_UNIT_INDEX_H
#define HAGSTONE_SYMBOLS_UNIT_INDEX_H

#include <elfutils/libdw.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dwarf/code_ranges.h"
#include "elf/elf_file.h"
#include "dwarf/range_map.h"
#include "dwarf/warnings.h"

namespace hagstone::symbols {

// A function with code, or an inlined call of one.
struct Scope {
  static constexpr uint32_t no_parent = UINT32_MAX;
  Dwarf_Die die;
  uint32_t parent;  // the scope this one was inlined into; no_parent for a function
  bool inlined;
};

// A row of the line table: it applies from `address` to the next row's.
struct LineRow {
  uint64_t address;
  Dwarf_Files *files;
  uint32_t file;
  uint32_t line;
  uint32_t column;
  bool end_of_sequence;
  bool begins_statement;  // is_stmt: a good place for a breakpoint on the line
};

// The entries of a split unit from a package (.dwp), by the unit's id.
using FindPackaged = std::function<std::optional<Dwarf_Die>(uint64_t)>;

// Functions, inlined calls and lines of one compile unit. The unit's entries are walked once, at construction: asking
// libdw for the scopes of each address walks them every time, which is thousands of times slower on large units.
class UnitIndex {
 public:
  // `unit` is the compile unit in the file itself; for split DWARF that is the skeleton, and the entries come from
  // its .dwo file, if libdw finds that, or from a package. Anomalies go to `warnings`.
  UnitIndex(Dwarf_CU *unit, const ElfFile &image, const FindPackaged &find_packaged, Warnings &warnings);

  // Index of the innermost scope.
  std::optional<uint32_t> scope_at(uint64_t address) const { return ranges_.find(address); }
  const Scope &scope(uint32_t index) const { return scopes_[index]; }
  size_t scope_count() const { return scopes_.size(); }
  // nullptr where the line table says nothing. The table is read at the first call.
  const LineRow *line_at(uint64_t address);
  // The rows that begin in [low, last], in their order.
  std::span<const LineRow> rows_between(uint64_t low, uint64_t last);
  // The files that DW_AT_call_file counts in; nullptr if the unit has none.
  Dwarf_Files *call_files();
  // The compile unit's entry (DW_AT_comp_dir, DW_AT_language).
  Dwarf_Die *compile_unit() { return &compile_unit_; }
  // All code of the function that `scope` is, or was inlined into, as DWARF lists it: the entry's range first.
  std::vector<AddressRange> function_ranges(uint32_t scope) const;
  // The functions whose code begins at the address, in the order of their entries.
  std::vector<uint32_t> functions_from(uint64_t low) const;
  // Functions that were compiled here and have no code in the file: dropped, or folded into others.
  const std::vector<Dwarf_Die> &functions_without_code() const { return without_code_; }
  // The innermost scope at the address among those of one function: others may have the same code.
  uint32_t scope_within(uint32_t function, uint64_t address) const;
  // The function that the call which returns to the address means (DWARF 5, 3.4: DW_AT_call_origin); nothing for an
  // indirect call, or where compilers wrote no call sites.
  std::optional<Dwarf_Die> called_function(uint64_t return_address);
  // The contiguous range around `address` of the function that `scope` is, or was inlined into.
  std::optional<AddressRange> function_range(uint32_t scope, uint64_t address) const;

 private:
  void walk(Warnings &warnings);
  // Its index, or nothing if the entry has no code.
  std::optional<uint32_t> add_scope(Dwarf_Die &die, bool inlined, uint32_t parent, uint32_t depth);
  void read_lines();

  const ElfFile &image_;
  Dwarf_Die compile_unit_{};
  Dwarf_Die entries_{};
  std::vector<Scope> scopes_;
  RangeMap ranges_;
  // By address of the entry.
  std::vector<std::pair<uint64_t, uint32_t>> functions_;
  std::vector<Dwarf_Die> without_code_;
  // By function, the calls in it by return address.
  std::unordered_map<uint32_t, std::unordered_map<uint64_t, Dwarf_Die>> calls_;
  std::vector<LineRow> lines_;
  size_t range_count_ = 0;
  bool lines_read_ = false;
  Dwarf_Files *call_files_ = nullptr;
  bool call_files_read_ = false;
};

}  // namespace hagstone::symbols

#endif
