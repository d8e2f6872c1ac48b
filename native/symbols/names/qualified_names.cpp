// SPDX-License-Identifier: MIT
#include "qualified_names.h"

#include <dwarf.h>

#include <algorithm>

#include "dwarf/die_walk.h"

namespace hagstone::symbols {
namespace {

bool is_naming_scope(int tag) {
  switch (tag) {
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
    case DW_TAG_subprogram: return true;
    default: return false;
  }
}

// The entry that stands where the function was declared: in its class or namespace.
Dwarf_Die declaration_of(Dwarf_Die die) {
  Dwarf_Attribute attribute;
  // Damaged links may form a circle.
  for (int steps = 0; steps < 16; ++steps) {
    Dwarf_Die next;
    if (dwarf_attr(&die, DW_AT_abstract_origin, &attribute) == nullptr &&
        dwarf_attr(&die, DW_AT_specification, &attribute) == nullptr)
      break;
    if (dwarf_formref_die(&attribute, &next) == nullptr) break;
    die = next;
  }
  return die;
}

}  // namespace

QualifiedNames::Parents QualifiedNames::walk(Dwarf_Die unit) {
  Parents parents;
  walk_entries(unit, unit, [&](Dwarf_Die &die, const Dwarf_Die &parent) -> std::optional<Dwarf_Die> {
    const int tag = dwarf_tag(&die);
    if (is_naming_scope(tag)) {
      if (parent.addr != unit.addr) parents.emplace(die.addr, parent);
      return die;
    }
    // Types and functions can be local to a block.
    if (tag == DW_TAG_lexical_block) return parent;
    return std::nullopt;
  });
  return parents;
}

std::vector<Dwarf_Die> QualifiedNames::enclosing(Dwarf_Die die) {
  die = declaration_of(die);
  Dwarf_Die unit;
  if (dwarf_diecu(&die, &unit, nullptr, nullptr) == nullptr) return {};
  auto known = by_unit_.find(unit.addr);
  if (known == by_unit_.end()) known = by_unit_.emplace(unit.addr, walk(unit)).first;
  std::vector<Dwarf_Die> result;
  for (auto parent = known->second.find(die.addr); parent != known->second.end();
       parent = known->second.find(parent->second.addr)) {
    result.push_back(parent->second);
  }
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace hagstone::symbols
