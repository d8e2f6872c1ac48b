// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_DWARF_INDEX_H
#define HAGSTONE_SYMBOLS_DWARF_INDEX_H

#include <elfutils/libdw.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "elf/elf_file.h"
#include "units/unit_index.h"
#include "warnings.h"

namespace hagstone::symbols {

// Compile units by address; each is indexed when an address first falls into it.
class DwarfIndex {
 public:
  // `dwarf` must outlive the index. `image` is the file that holds the code.
  // `find_packaged` is asked for units whose .dwo file is not there.
  DwarfIndex(Dwarf *dwarf, const ElfFile &image, FindPackaged find_packaged);

  // The unit whose code covers the address, or nullptr.
  UnitIndex *unit_at(uint64_t address, Warnings &warnings);
  // Ranges of code of all units that begin at the address. Reads no unit.
  size_t count_ranges_from(uint64_t low) const;
  // Every unit of whose code a range begins at the address: several have the functions that a linker folded into one.
  std::vector<UnitIndex *> units_from(uint64_t low, Warnings &warnings);
  // Indexes every unit now. Returns the number of functions and inlined calls found.
  size_t build_all(Warnings &warnings);
  // Calls `visit(unit)` for every unit.
  template <typename Visit>
  void each_unit(Warnings &warnings, Visit visit) {
    for (Unit &unit : units_) visit(*index_of(unit, warnings));
  }
  size_t unit_count() const { return units_.size(); }
  // True if iterating the units ended at damaged data.
  bool damaged() const { return damaged_; }

 private:
  struct Unit {
    Dwarf_CU *handle;
    std::unique_ptr<UnitIndex> index;
  };
  // .debug_aranges, for units whose own entry does not say where their code is.
  void add_address_table(Dwarf *dwarf, const std::unordered_map<Dwarf_Off, uint32_t> &units);
  UnitIndex *index_of(Unit &unit, Warnings &warnings);

  const ElfFile &image_;
  FindPackaged find_packaged_;
  std::vector<Unit> units_;
  RangeMap ranges_;
  // By address; the numbers of units where their ranges begin.
  std::vector<std::pair<uint64_t, uint32_t>> starts_;
  bool damaged_ = false;
};

}  // namespace hagstone::symbols

#endif
