// SPDX-License-Identifier: MIT
#include "folded_functions.h"

#include <dwarf.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "names/demangle.h"

namespace hagstone::symbols {
namespace {

// Small functions of templates are folded by the hundred.
constexpr size_t most_names = 4;
// All units are read for functions without an address; of more debug information that takes minutes.
constexpr size_t most_information = size_t{256} << 20;
// A template's function is at one address in hundreds of units, each of which takes time to read.
constexpr size_t most_units = 16;

// Linkers that fold code write themselves into .comment.
bool takes_addresses_away(const ElfFile &file) {
  const auto bytes = file.contents(".comment");
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  return text.find("LLD ") != std::string_view::npos || text.find("mold ") != std::string_view::npos;
}

}  // namespace

const std::vector<FoldedFunction> &FoldedFunctions::at(uint64_t low, DwarfIndex &index, const ElfFile &information,
                                                       Warnings &warnings) {
  const auto [entry, is_new] = by_start_.try_emplace(low);
  if (is_new) entry->second = find(low, index, information, warnings);
  return entry->second;
}

std::string FoldedFunctions::joined_names(const std::vector<FoldedFunction> &functions) const {
  std::set<std::string> names;
  for (const FoldedFunction &function : functions) names.insert(strings_.text(function.name.name));
  std::string text;
  size_t count = 0;
  for (const std::string &name : names) {
    if (count == most_names) break;
    text += (count++ == 0 ? "" : " = ") + name;
  }
  if (names.size() > count) text += " = " + std::to_string(names.size() - count) + " more";
  return text + " (one body)";
}

std::vector<FoldedFunction> FoldedFunctions::find(uint64_t low, DwarfIndex &index, const ElfFile &information,
                                                  Warnings &warnings) {
  // Gold takes the symbols of folded functions away that are not seen outside their unit, and leaves their entries in DWARF.
  const bool drops_symbols = information.section(".note.gnu.gold-version") != nullptr &&
                             index.count_ranges_from(low) <= most_units;
  // Otherwise units are read for symbols with several names only: functions that many units have lie at one address, too.
  const std::vector<std::string> symbols = symbols_.names_at(low);
  std::set<std::string> demangled;
  for (const std::string &name : symbols) demangled.insert(demangle(name));
  if (demangled.size() < 2 && !drops_symbols) return {};
  std::vector<FoldedFunction> found;
  std::set<uint32_t> names;
  const auto add = [&](const FoldedFunction &function) {
    if (function.name.name != 0 && names.insert(function.name.name).second) found.push_back(function);
  };
  for (UnitIndex *unit : index.units_from(low, warnings)) {
    // An assembler describes each alias as a function.
    if (dwarf_srclang(unit->compile_unit()) == DW_LANG_Mips_Assembler) continue;
    for (const uint32_t scope : unit->functions_from(low))
      add({unit, scope, unit->scope(scope).die, names_.of(unit->scope(scope).die)});
    if (names.size() >= demangled.size() && !drops_symbols) break;
  }
  if (names.size() < demangled.size() && takes_addresses_away(information)) {
    const auto &others = without_code(index, information, warnings);
    for (const std::string &name : symbols) {
      if (const auto function = others.find(name); function != others.end()) add(function->second);
    }
  }
  return names.size() < 2 ? std::vector<FoldedFunction>() : found;
}

const std::unordered_map<std::string, FoldedFunction> &FoldedFunctions::without_code(DwarfIndex &index,
                                                                                     const ElfFile &information,
                                                                                     Warnings &warnings) {
  if (without_code_) return *without_code_;
  without_code_.emplace();
  if (information.contents(".debug_info").size() > most_information) return *without_code_;
  index.each_unit(warnings, [&](UnitIndex &unit) {
    for (const Dwarf_Die &die : unit.functions_without_code()) {
      const FunctionName &name = names_.of(die);
      without_code_->try_emplace(strings_.text(name.linkage), FoldedFunction{&unit, std::nullopt, die, name});
    }
  });
  return *without_code_;
}

}  // namespace hagstone::symbols
