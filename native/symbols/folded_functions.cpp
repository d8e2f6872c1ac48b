// SPDX-License-Identifier: MIT
#include "folded_functions.h"

#include <set>

#include "demangle.h"

namespace hagstone::symbols {
namespace {

// Small functions of templates are folded by the hundred.
constexpr size_t most_names = 4;

std::string joined(const std::set<std::string>& names) {
  std::string text;
  size_t count = 0;
  for (const std::string& name : names) {
    if (count == most_names) break;
    text += (count++ == 0 ? "" : " = ") + name;
  }
  if (names.size() > count) text += " = " + std::to_string(names.size() - count) + " more";
  return text + " (one body)";
}

}  // namespace

const std::string& FoldedFunctions::name_of(uint64_t low, DwarfIndex& index, Warnings& warnings) {
  const auto [entry, is_new] = by_start_.try_emplace(low);
  if (is_new) entry->second = find(low, index, warnings);
  return entry->second;
}

std::string FoldedFunctions::find(uint64_t low, DwarfIndex& index, Warnings& warnings) {
  // Units are read for symbols with several names only: functions that many units have lie at one address, too.
  std::set<std::string> symbols;
  for (const std::string& name : symbols_.names_at(low)) symbols.insert(demangle(name));
  if (symbols.size() < 2) return {};
  std::set<std::string> names;
  for (UnitIndex* unit : index.units_from(low, warnings)) {
    for (const uint32_t function : unit->functions_from(low)) {
      const FunctionName& name = names_.of(unit->scope(function).die);
      if (name.name != 0) names.insert(strings_.text(name.name));
    }
    if (names.size() >= symbols.size()) break;
  }
  return names.size() < 2 ? std::string() : joined(names);
}

}  // namespace hagstone::symbols
