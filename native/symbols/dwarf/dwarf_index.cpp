// SPDX-License-Identifier: MIT
#include "dwarf_index.h"

#include <dwarf.h>

#include <algorithm>

namespace hagstone::symbols {

DwarfIndex::DwarfIndex(Dwarf *dwarf, const ElfFile &image, FindPackaged find_packaged)
    : image_(image), find_packaged_(std::move(find_packaged)) {
  Dwarf_CU *unit = nullptr;
  Dwarf_Half version = 0;
  uint8_t type = 0;
  Dwarf_Die die;
  int status = 0;
  std::unordered_map<Dwarf_Off, uint32_t> without_ranges;
  while ((status = dwarf_get_units(dwarf, unit, &unit, &version, &type, &die, nullptr)) == 0) {
    const int tag = dwarf_tag(&die);
    if (tag != DW_TAG_compile_unit && tag != DW_TAG_skeleton_unit) continue;
    const auto number = static_cast<uint32_t>(units_.size());
    const std::vector<AddressRange> ranges = code_ranges(die, image);
    for (const auto &[low, high] : ranges) {
      ranges_.add(low, high, 0, number);
      starts_.emplace_back(low, number);
    }
    units_.push_back({unit, nullptr});
    if (ranges.empty() && !dwarf_hasattr(&die, DW_AT_ranges) && !dwarf_hasattr(&die, DW_AT_high_pc)) {
      without_ranges.emplace(dwarf_dieoffset(&die), number);
    }
  }
  damaged_ = status < 0;
  if (!without_ranges.empty()) add_address_table(dwarf, without_ranges);
  ranges_.build();
  std::sort(starts_.begin(), starts_.end());
}

void DwarfIndex::add_address_table(Dwarf *dwarf, const std::unordered_map<Dwarf_Off, uint32_t> &units) {
  Dwarf_Aranges *table = nullptr;
  size_t count = 0;
  if (dwarf_getaranges(dwarf, &table, &count) != 0) return;
  for (size_t i = 0; i < count; ++i) {
    Dwarf_Addr low = 0;
    Dwarf_Word length = 0;
    Dwarf_Off offset = 0;
    if (dwarf_getarangeinfo(dwarf_onearange(table, i), &low, &length, &offset) != 0) continue;
    const auto unit = units.find(offset);
    const uint64_t code_end = image_.executable_end(low);
    if (unit != units.end() && code_end != 0 && length <= code_end - low) ranges_.add(low, low + length, 0, unit->second);
  }
}

UnitIndex *DwarfIndex::index_of(Unit &unit, Warnings &warnings) {
  if (unit.index == nullptr) unit.index = std::make_unique<UnitIndex>(unit.handle, image_, find_packaged_, warnings);
  return unit.index.get();
}

UnitIndex *DwarfIndex::unit_at(uint64_t address, Warnings &warnings) {
  const auto number = ranges_.find(address);
  return number ? index_of(units_[*number], warnings) : nullptr;
}

size_t DwarfIndex::count_ranges_from(uint64_t low) const {
  const auto first = std::lower_bound(starts_.begin(), starts_.end(), std::pair{low, uint32_t{0}});
  return static_cast<size_t>(
      std::distance(first, std::find_if(first, starts_.end(), [low](const auto &start) { return start.first != low; })));
}

std::vector<UnitIndex *> DwarfIndex::units_from(uint64_t low, Warnings &warnings) {
  std::vector<UnitIndex *> units;
  for (auto start = std::lower_bound(starts_.begin(), starts_.end(), std::pair{low, uint32_t{0}});
       start != starts_.end() && start->first == low; ++start) {
    UnitIndex *unit = index_of(units_[start->second], warnings);
    if (units.empty() || units.back() != unit) units.push_back(unit);
  }
  return units;
}

size_t DwarfIndex::build_all(Warnings &warnings) {
  size_t scopes = 0;
  for (Unit &unit : units_) scopes += index_of(unit, warnings)->scope_count();
  return scopes;
}

}  // namespace hagstone::symbols
