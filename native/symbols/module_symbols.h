// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_MODULE_SYMBOLS_H
#define HAGSTONE_SYMBOLS_MODULE_SYMBOLS_H

#include <elfutils/libdw.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "dwarf/dwarf_index.h"
#include "elf/elf_file.h"
#include "dwarf/folded_functions.h"
#include "names/function_names.h"
#include "dwarf/line_table_sums.h"
#include "dwarf/units/packaged_units.h"
#include "elf/string_table.h"
#include "elf/symbol_table.h"
#include "elf/unwind_tables.h"
#include "dwarf/warnings.h"

namespace hagstone::symbols {

struct Frame {
  uint32_t function_name = 0;  // indexes into ModuleSymbols::strings(), 0 = unknown
  uint32_t linkage_name = 0;
  uint32_t file = 0;
  uint32_t line = 0;           // 0 = unknown
  uint32_t column = 0;
  uint32_t function_file = 0;  // where the function is defined, else declared
  uint32_t function_line = 0;
  bool inlined = false;
};

struct Function {
  std::string name;
  std::string linkage_name;
  uint64_t low;
  uint64_t high;
};

// A line of a source file: index into ModuleSymbols::strings(), 1-based line; 0 = unknown.
struct SourcePlace {
  uint32_t file = 0;
  uint32_t line = 0;
};

// All that is known about the code of one ELF file. Not thread-safe: libdw's handles are not.
class ModuleSymbols {
 public:
  // Throws std::runtime_error with one line for a file that is no readable x86-64 ELF file. Missing or damaged debug
  // information is no error: warnings() reports it. `expected_build_id` may be empty.
  ModuleSymbols(const std::string &path, const std::string &expected_build_id, std::vector<std::string> debug_directories);

  const ElfFile &image() const { return image_; }
  // Path of the separate debug file in use; empty if there is none.
  std::string debug_path() const { return debug_file_ == nullptr ? std::string() : debug_file_->path(); }
  bool has_lines() const { return index_ != nullptr && index_->unit_count() > 0; }
  std::vector<std::string> warnings() const { return warnings_.lines(); }
  const StringTable &strings() const { return strings_; }
  const SymbolTable &symbols() const { return symbols_; }
  UnwindTables &unwind_tables() { return unwind_tables_; }

  // Appends the frames at the address to `frames`: the function first, then inlined functions, innermost last; each
  // with the line where execution is in that frame. At least one frame, all zero if nothing is known.
  void lookup(uint64_t address, std::vector<Frame> &frames);
  // The same where the linker folded several functions into the body around the address, and a call means the one with this
  // linkage name. False, and nothing appended, where it is none of them or has no frames of its own.
  bool lookup_as(uint64_t address, const std::string &linkage_name, std::vector<Frame> &frames);
  // The function named by the call that returns to the address: names in strings(), 0 where unknown.
  Frame called_function(uint64_t return_address);
  // The function that covers the address: from the symbol table, else from DWARF, else, in stripped files, from call frame
  // information, named by the file and its first address ("program+0x1139", without a linkage name).
  std::optional<Function> function_at(uint64_t address);
  // The code of the function that covers the address, its entry's range first: all ranges by DWARF, else that of the
  // symbol; empty where neither knows the size.
  std::vector<AddressRange> function_ranges(uint64_t address);
  // The compile unit around the address, or nullptr.
  UnitIndex *unit_at(uint64_t address) { return index_ == nullptr ? nullptr : index_->unit_at(address, warnings_); }
  // By the unit's line table.
  SourcePlace line_place(UnitIndex &unit, uint64_t address);
  SourcePlace row_place(UnitIndex &unit, const LineRow &row) {
    return {file_name(unit.compile_unit(), row.files, row.file), row.line};
  }
  // Where the function of `scope` is defined, else declared.
  SourcePlace definition_place(UnitIndex &unit, uint32_t scope);
  // The first row of the line table where the function around the address begins. If a compiler made it from a block of
  // another function, this is the place of that block.
  SourcePlace entry_place(uint64_t address);
  // Where the inlined call `scope` of the unit was made.
  SourcePlace call_place(UnitIndex &unit, uint32_t scope);
  // Sums of the files that were named so far, by index into strings(), as their compilers saw them: several where units were
  // compiled from different versions of a file.
  const std::map<uint32_t, std::set<Md5>> &file_sums() const { return file_sums_; }
  // Indexes all compile units now, not when addresses first ask for them. Returns how many functions and inlined
  // calls there are.
  size_t build_index();

 private:
  struct CloseDwarf {
    void operator()(Dwarf *dwarf) const { dwarf_end(dwarf); }
  };

  void open_debug_information(const std::vector<std::string> &directories);
  // The entries of a unit whose .dwo file is not there; the package is looked for when one is first missing.
  std::optional<Dwarf_Die> packaged_unit(uint64_t id);
  void read_symbols();
  uint32_t file_name(Dwarf_Die *compile_unit, Dwarf_Files *files, size_t number);
  // By number in `files`; empty where these are not the files of the unit's own line table, or have no sums.
  const std::vector<Md5> &sums_of(Dwarf_Die *compile_unit, Dwarf_Files *files);
  // Where the function of an entry is defined, else declared.
  SourcePlace entry_definition(UnitIndex &unit, Dwarf_Die die);
  // The file of that, which is read once for all entries of one name in names_.
  uint32_t definition_file(UnitIndex &unit, const Dwarf_Die &die, const FunctionName &name);
  // The functions that have the body of the function `scope`; none where it has it alone.
  const std::vector<FoldedFunction> &folded_at(UnitIndex &unit, uint32_t scope);
  // The line tables of folded functions lie over each other: the row for the address that is of the function at `line` of the
  // unit, whose body begins at `low`; nullptr where it has none.
  const LineRow *own_row(UnitIndex &unit, const std::vector<FoldedFunction> &functions, uint64_t low, uint32_t line,
                         uint64_t address);
  // Innermost first. `row` may be nullptr; `folded` are those of the innermost scope's function, none of which a call means.
  void append_frames(UnitIndex &unit, uint32_t innermost, uint64_t address, const LineRow *row,
                     const std::vector<FoldedFunction> *folded, std::vector<Frame> &frames);
  void set_place(UnitIndex &unit, const LineRow &row, Frame &frame);
  // `name` is that of DWARF, nullptr where DWARF has none.
  void name_after_symbol(uint64_t address, const FunctionName *name, Frame &frame);

  Warnings warnings_;
  ElfFile image_;
  std::unique_ptr<ElfFile> debug_file_;
  std::unique_ptr<ElfFile> supplementary_file_;
  std::unique_ptr<Dwarf, CloseDwarf> supplementary_;
  std::unique_ptr<Dwarf, CloseDwarf> dwarf_;
  std::unique_ptr<PackagedUnits> packaged_;
  bool looked_for_package_ = false;
  std::unique_ptr<DwarfIndex> index_;
  StringTable strings_;
  FunctionNames names_{strings_};
  SymbolTable symbols_;
  FoldedFunctions folded_{symbols_, names_, strings_};
  UnwindTables unwind_tables_{image_};
  std::map<std::pair<Dwarf_Files *, size_t>, uint32_t> file_names_;
  std::unordered_map<const FunctionName *, uint32_t> definition_files_;
  std::map<Dwarf_Files *, std::vector<Md5>> sums_;
  std::map<uint32_t, std::set<Md5>> file_sums_;
};

}  // namespace hagstone::symbols

#endif
