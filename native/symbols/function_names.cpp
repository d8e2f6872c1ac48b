// SPDX-License-Identifier: MIT
#include "function_names.h"

#include <dwarf.h>

#include <cstring>

#include "demangle.h"

namespace hagstone::symbols {
namespace {

const char* string_attribute(Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  return dwarf_attr_integrate(&die, name, &attribute) == nullptr ? nullptr : dwarf_formstring(&attribute);
}

// C has nothing to qualify a name with.
bool is_c(Dwarf_Die& die) {
  Dwarf_Die unit;
  if (dwarf_diecu(&die, &unit, nullptr, nullptr) == nullptr) return false;
  const int language = dwarf_srclang(&unit);
  return language == DW_LANG_C89 || language == DW_LANG_C || language == DW_LANG_C99 || language == DW_LANG_C11;
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
  const bool has_linkage_name = linkage != nullptr;
  if (linkage == nullptr) linkage = plain == nullptr ? "" : plain;
  std::string name = demangle(linkage);
  if (name == linkage && plain != nullptr) name = qualified(die, plain);
  Dwarf_Word line = 0;
  if (dwarf_attr_integrate(&die, DW_AT_decl_line, &attribute) != nullptr) dwarf_formudata(&attribute, &line);
  else line = line_around(die);
  const FunctionName result{strings_.intern(name), strings_.intern(linkage), static_cast<uint32_t>(line), has_linkage_name};
  return by_entry_.emplace(die.addr, result).first->second;
}

uint32_t FunctionNames::line_around(Dwarf_Die& die) {
  Dwarf_Word line = 0;
  Dwarf_Attribute attribute;
  for (Dwarf_Die& scope : scopes_.enclosing(die)) {
    if (dwarf_tag(&scope) == DW_TAG_namespace) continue;
    if (dwarf_attr_integrate(&scope, DW_AT_decl_line, &attribute) != nullptr) dwarf_formudata(&attribute, &line);
  }
  return static_cast<uint32_t>(line);
}

std::string FunctionNames::qualified(Dwarf_Die& die, const char* plain) {
  // Names with a dot are made up by the compiler ("kernel._omp_fn.0") and are whole.
  if (std::strchr(plain, '.') != nullptr || is_c(die)) return plain;
  std::string text;
  for (Dwarf_Die& scope : scopes_.enclosing(die)) {
    const int tag = dwarf_tag(&scope);
    const char* name = dwarf_diename(&scope);
    // A function's own name tells all that is around it.
    if (tag == DW_TAG_subprogram) text = strings_.text(of(scope).name);
    else if (name != nullptr) text += name;
    else if (tag == DW_TAG_namespace) text += "(anonymous namespace)";
    // GCC gives a lambda's class no name.
    else text += std::strcmp(plain, "operator()") == 0 ? "{lambda}" : "{unnamed type}";
    text += "::";
  }
  return text + plain;
}

}  // namespace hagstone::symbols
