// SPDX-License-Identifier: MIT
#include "function_names.h"

#include <dwarf.h>

#include "demangle.h"

namespace hagstone::symbols {
namespace {

const char* string_attribute(Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  return dwarf_attr_integrate(&die, name, &attribute) == nullptr ? nullptr : dwarf_formstring(&attribute);
}

}  // namespace

const FunctionName& FunctionNames::of(Dwarf_Die die) {
  // All inlined calls of a function share its abstract entry, and so its names.
  Dwarf_Attribute attribute;
  Dwarf_Die origin;
  if (dwarf_attr(&die, DW_AT_abstract_origin, &attribute) != nullptr && dwarf_formref_die(&attribute, &origin) != nullptr) die = origin;
  const auto known = by_entry_.find(die.addr);
  if (known != by_entry_.end()) return known->second;

  const char* linkage = string_attribute(die, DW_AT_linkage_name);
  if (linkage == nullptr) linkage = string_attribute(die, DW_AT_MIPS_linkage_name);
  const char* plain = string_attribute(die, DW_AT_name);
  if (linkage == nullptr) linkage = plain;
  std::string name = linkage == nullptr ? "" : demangle(linkage);
  if (linkage != nullptr && name == linkage && plain != nullptr) name = plain;
  Dwarf_Word line = 0;
  if (dwarf_attr_integrate(&die, DW_AT_decl_line, &attribute) != nullptr) dwarf_formudata(&attribute, &line);
  return by_entry_
      .emplace(die.addr, FunctionName{strings_.intern(name), strings_.intern(linkage == nullptr ? "" : linkage), static_cast<uint32_t>(line)})
      .first->second;
}

}  // namespace hagstone::symbols
