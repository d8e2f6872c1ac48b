// SPDX-License-Identifier: MIT
#include "unit_index.h"

#include <dwarf.h>

#include <algorithm>

#include "dwarf/die_walk.h"

namespace hagstone::symbols {
namespace {

// A limit for one unit: many entries that share one long list could otherwise fill the memory.
constexpr size_t max_ranges = 10'000'000;

bool may_contain_code(int tag) {
  switch (tag) {
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine:
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
    case DW_TAG_with_stmt:
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
    case DW_TAG_interface_type: return true;
    default: return false;
  }
}

std::string unit_name(Dwarf_Die &unit) {
  const char *name = dwarf_diename(&unit);
  return name == nullptr ? "a compile unit" : name;
}

}  // namespace

UnitIndex::UnitIndex(Dwarf_CU *unit, const ElfFile &image, const FindPackaged &find_packaged, Warnings &warnings)
    : image_(image) {
  Dwarf_Half version = 0;
  uint8_t type = 0;
  Dwarf_Die split{};
  uint64_t id = 0;
  if (dwarf_cu_info(unit, &version, &type, &compile_unit_, &split, &id, nullptr, nullptr) != 0) {
    warnings.add("damaged debug information", dwarf_errmsg(-1), "a compile unit is left out");
    return;
  }
  if (type == DW_UT_skeleton && split.addr == nullptr) split = find_packaged(id).value_or(Dwarf_Die{});
  entries_ = split.addr != nullptr ? split : compile_unit_;
  if (type == DW_UT_skeleton && split.addr == nullptr) {
    Dwarf_Attribute attribute;
    const bool named = dwarf_attr(&compile_unit_, DW_AT_dwo_name, &attribute) != nullptr ||
                       dwarf_attr(&compile_unit_, DW_AT_GNU_dwo_name, &attribute) != nullptr;
    const char *dwo = named ? dwarf_formstring(&attribute) : nullptr;
    warnings.add("split debug information not found", dwo == nullptr ? "a .dwo file" : dwo,
                 "its functions have lines, but no inlined calls; keep the .dwo files where they were built, or a package "
                 "of them (PROGRAM.dwp) beside the program");
  }
  walk(warnings);
}

std::optional<uint32_t> UnitIndex::add_scope(Dwarf_Die &die, bool inlined, uint32_t parent, uint32_t depth) {
  const auto index = static_cast<uint32_t>(scopes_.size());
  const std::vector<AddressRange> ranges = code_ranges(die, image_);
  if (ranges.empty()) {
    if (!inlined && (dwarf_hasattr(&die, DW_AT_low_pc) || dwarf_hasattr(&die, DW_AT_ranges))) without_code_.push_back(die);
    return std::nullopt;
  }
  range_count_ += ranges.size();
  for (const auto &[low, high] : ranges) ranges_.add(low, high, depth, index);
  scopes_.push_back({die, parent, inlined});
  if (parent == Scope::no_parent) functions_.emplace_back(ranges.front().first, index);
  return index;
}

void UnitIndex::walk(Warnings &warnings) {
  struct State {
    uint32_t scope;
    uint32_t depth;
  };
  const bool intact =
      walk_entries(entries_, State{Scope::no_parent, 0}, [&](Dwarf_Die &die, State state) -> std::optional<State> {
        const int tag = dwarf_tag(&die);
        if (!may_contain_code(tag) || range_count_ > max_ranges) return std::nullopt;
        const uint32_t depth = state.depth + 1;
        if (tag == DW_TAG_subprogram)
          return State{add_scope(die, false, Scope::no_parent, depth).value_or(Scope::no_parent), depth};
        if (tag == DW_TAG_inlined_subroutine && state.scope != Scope::no_parent) {
          return State{add_scope(die, true, state.scope, depth).value_or(state.scope), depth};
        }
        return State{state.scope, depth};
      });
  if (!intact || range_count_ > max_ranges)
    warnings.add("damaged debug information", unit_name(compile_unit_), "some functions may be missing");
  ranges_.build();
  std::sort(functions_.begin(), functions_.end());
}

std::vector<uint32_t> UnitIndex::functions_from(uint64_t low) const {
  std::vector<uint32_t> found;
  for (auto function = std::lower_bound(functions_.begin(), functions_.end(), std::pair{low, uint32_t{0}});
       function != functions_.end() && function->first == low; ++function) {
    found.push_back(function->second);
  }
  return found;
}

void UnitIndex::read_lines() {
  lines_read_ = true;
  Dwarf_Lines *table = nullptr;
  size_t count = 0;
  if (dwarf_getsrclines(&compile_unit_, &table, &count) != 0) return;
  lines_.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    Dwarf_Line *row = dwarf_onesrcline(table, i);
    Dwarf_Addr address = 0;
    Dwarf_Files *files = nullptr;
    size_t file = 0;
    int line = 0;
    int column = 0;
    bool end = false;
    bool statement = false;
    if (row == nullptr || dwarf_lineaddr(row, &address) != 0 || dwarf_lineendsequence(row, &end) != 0) continue;
    if (dwarf_line_file(row, &files, &file) != 0) files = nullptr;
    dwarf_lineno(row, &line);
    dwarf_linecol(row, &column);
    dwarf_linebeginstatement(row, &statement);
    lines_.push_back({address, files, static_cast<uint32_t>(file), static_cast<uint32_t>(line),
                      static_cast<uint32_t>(column), end, statement});
  }
}

const LineRow *UnitIndex::line_at(uint64_t address) {
  if (!lines_read_) read_lines();
  auto after = std::upper_bound(lines_.begin(), lines_.end(), address,
                                [](uint64_t wanted, const LineRow &row) { return wanted < row.address; });
  if (after == lines_.begin()) return nullptr;
  const LineRow &row = *std::prev(after);
  return row.end_of_sequence || row.files == nullptr ? nullptr : &row;
}

std::span<const LineRow> UnitIndex::rows_between(uint64_t low, uint64_t last) {
  if (!lines_read_) read_lines();
  const auto first = std::lower_bound(lines_.begin(), lines_.end(), low,
                                      [](const LineRow &row, uint64_t wanted) { return row.address < wanted; });
  auto end = first;
  while (end != lines_.end() && end->address <= last) ++end;
  return {first, end};
}

Dwarf_Files *UnitIndex::call_files() {
  if (!call_files_read_) {
    call_files_read_ = true;
    size_t count = 0;
    // Those of the skeleton, as gdb has it: .debug_line.dwo is that of type units (DWARF 5, F.2.1), which clang numbers otherwise.
    if (dwarf_getsrcfiles(&compile_unit_, &call_files_, &count) != 0 &&
        dwarf_getsrcfiles(&entries_, &call_files_, &count) != 0) {
      call_files_ = nullptr;
    }
  }
  return call_files_;
}

std::vector<AddressRange> UnitIndex::function_ranges(uint32_t scope) const {
  while (scopes_[scope].parent != Scope::no_parent) scope = scopes_[scope].parent;
  Dwarf_Die die = scopes_[scope].die;
  return code_ranges(die, image_);
}

uint32_t UnitIndex::scope_within(uint32_t function, uint64_t address) const {
  uint32_t innermost = function;
  // Scopes follow the one that they were inlined into.
  for (uint32_t scope = function + 1; scope < scopes_.size() && scopes_[scope].parent != Scope::no_parent; ++scope) {
    if (scopes_[scope].parent != innermost) continue;
    Dwarf_Die die = scopes_[scope].die;
    for (const auto &[low, high] : code_ranges(die, image_)) {
      if (low <= address && address < high) innermost = scope;
    }
  }
  return innermost;
}

std::optional<Dwarf_Die> UnitIndex::called_function(uint64_t return_address) {
  const auto scope = scope_at(return_address - 1);
  if (!scope) return std::nullopt;
  uint32_t function = *scope;
  while (scopes_[function].parent != Scope::no_parent) function = scopes_[function].parent;
  const auto [known, is_new] = calls_.try_emplace(function);
  if (is_new) {
    walk_entries(scopes_[function].die, 0, [&](Dwarf_Die &die, int) -> std::optional<int> {
      const int tag = dwarf_tag(&die);
      if (tag != DW_TAG_call_site && tag != DW_TAG_GNU_call_site)
        return may_contain_code(tag) ? std::optional(0) : std::nullopt;
      Dwarf_Attribute attribute;
      Dwarf_Addr address = 0;
      const bool has_address =
          dwarf_attr(&die, tag == DW_TAG_call_site ? DW_AT_call_return_pc : DW_AT_low_pc, &attribute) != nullptr &&
          dwarf_formaddr(&attribute, &address) == 0;
      Dwarf_Die origin;
      const bool has_origin =
          has_address &&
          dwarf_attr(&die, tag == DW_TAG_call_site ? DW_AT_call_origin : DW_AT_abstract_origin, &attribute) != nullptr &&
          dwarf_formref_die(&attribute, &origin) != nullptr;
      if (has_origin) known->second.emplace(address, origin);
      return std::nullopt;
    });
  }
  const auto call = known->second.find(return_address);
  return call == known->second.end() ? std::nullopt : std::optional(call->second);
}

std::optional<AddressRange> UnitIndex::function_range(uint32_t scope, uint64_t address) const {
  for (const AddressRange &range : function_ranges(scope)) {
    if (range.first <= address && address < range.second) return range;
  }
  return std::nullopt;
}

}  // namespace hagstone::symbols
