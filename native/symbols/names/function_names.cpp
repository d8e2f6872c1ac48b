// SPDX-License-Identifier: MIT
#include "function_names.h"

#include <dwarf.h>

#include <cstring>
#include <filesystem>

#include "coroutine_names.h"
#include "demangle.h"

namespace hagstone::symbols {
namespace {

const char *string_attribute(Dwarf_Die &die, unsigned name) {
  Dwarf_Attribute attribute;
  return dwarf_attr_integrate(&die, name, &attribute) == nullptr ? nullptr : dwarf_formstring(&attribute);
}

// C has nothing to qualify a name with.
bool is_c(Dwarf_Die &die) {
  Dwarf_Die unit;
  if (dwarf_diecu(&die, &unit, nullptr, nullptr) == nullptr) return false;
  const int language = dwarf_srclang(&unit);
  return language == DW_LANG_C89 || language == DW_LANG_C || language == DW_LANG_C99 || language == DW_LANG_C11;
}

// GCC's closure classes have no name or, in old versions, "<lambda(int)>".
bool is_closure_class(Dwarf_Die &die) {
  const int tag = dwarf_tag(&die);
  if (tag != DW_TAG_structure_type && tag != DW_TAG_class_type) return false;
  const char *name = dwarf_diename(&die);
  return name == nullptr || std::strncmp(name, "<lambda", 7) == 0;
}

Dwarf_Word unsigned_attribute(Dwarf_Die &die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  return dwarf_attr_integrate(&die, name, &attribute) == nullptr || dwarf_formudata(&attribute, &value) != 0 ? 0 : value;
}

// "shop.cpp:51" of an entry with a declaration, or nothing.
std::string declared_at(Dwarf_Die &die) {
  // Not dwarf_decl_file: it refuses file 0, which is Clang's first of DWARF 5.
  Dwarf_Die unit;
  Dwarf_Files *files = nullptr;
  size_t count = 0;
  Dwarf_Attribute attribute;
  // Another unit may declare it, with numbers of its own for its files.
  if (dwarf_attr_integrate(&die, DW_AT_decl_file, &attribute) == nullptr ||
      dwarf_cu_die(attribute.cu, &unit, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) == nullptr)
    return {};
  if (dwarf_getsrcfiles(&unit, &files, &count) != 0) return {};
  const char *file = dwarf_filesrc(files, unsigned_attribute(die, DW_AT_decl_file), nullptr, nullptr);
  const Dwarf_Word line = unsigned_attribute(die, DW_AT_decl_line);
  if (file == nullptr || line == 0) return {};
  return std::filesystem::path(file).filename().string() + ":" + std::to_string(line);
}

// GCC's body of a coroutine has one parameter, a pointer to its frame, and the plain name of the coroutine.
struct CoroutineBody {
  std::string name;
  Dwarf_Word line = 0;
};

std::optional<Dwarf_Die> type_of(Dwarf_Die die) {
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  if (dwarf_attr_integrate(&die, DW_AT_type, &attribute) == nullptr || dwarf_formref_die(&attribute, &type) == nullptr)
    return std::nullopt;
  return type;
}

std::optional<CoroutineBody> coroutine_body(Dwarf_Die &die) {
  constexpr std::string_view frame_parameter = "frame_ptr";
  CoroutineBody body;
  bool continues = false;
  Dwarf_Die child;
  if (dwarf_child(&die, &child) != 0) return std::nullopt;
  do {
    const int tag = dwarf_tag(&child);
    const char *name = dwarf_diename(&child);
    if (name == nullptr) continue;
    if (tag == DW_TAG_formal_parameter && name == frame_parameter) {
      const auto pointer = type_of(child);
      auto frame = pointer ? type_of(*pointer) : std::nullopt;
      const char *frame_name = frame ? dwarf_diename(&*frame) : nullptr;
      const std::string_view coroutine = frame_name == nullptr ? std::string_view() : coroutine_of_frame(frame_name);
      if (coroutine.empty()) return std::nullopt;
      body = {demangle(std::string(coroutine)), unsigned_attribute(*frame, DW_AT_decl_line)};
    }
    continues |= tag == DW_TAG_variable && std::strstr(name, "actor_continue") != nullptr;
  } while (dwarf_siblingof(&child, &child) == 0);
  if (body.name.empty()) return std::nullopt;
  body.name += continues ? " [resume]" : " [destroy]";
  return body;
}

}  // namespace

const FunctionName &FunctionNames::of(Dwarf_Die die) {
  // All inlined calls of a function share its abstract entry, and so its names.
  Dwarf_Attribute attribute;
  Dwarf_Die origin;
  if (dwarf_attr(&die, DW_AT_abstract_origin, &attribute) != nullptr && dwarf_formref_die(&attribute, &origin) != nullptr)
    die = origin;
  const auto known = by_entry_.find(die.addr);
  if (known != by_entry_.end()) return known->second;

  const char *linkage = string_attribute(die, DW_AT_linkage_name);
  if (linkage == nullptr) linkage = string_attribute(die, DW_AT_MIPS_linkage_name);
  const char *plain = string_attribute(die, DW_AT_name);
  const bool has_linkage_name = linkage != nullptr;
  if (linkage == nullptr) linkage = plain == nullptr ? "" : plain;
  std::string name = demangle(linkage);
  const auto coroutine = has_linkage_name ? std::nullopt : coroutine_body(die);
  const std::string closure = plain != nullptr && std::string_view(plain).starts_with("operator()") ? lambda(die)
                                                                                                    : std::string();
  if (!closure.empty())
    name = closure;
  else if (coroutine)
    name = coroutine->name;
  else if (name == linkage && plain != nullptr)
    name = qualified(die, plain);
  Dwarf_Word line = 0;
  if (dwarf_attr_integrate(&die, DW_AT_decl_line, &attribute) != nullptr)
    dwarf_formudata(&attribute, &line);
  else
    line = coroutine ? coroutine->line : line_around(die);
  const FunctionName result{strings_.intern(name), strings_.intern(linkage), static_cast<uint32_t>(line), has_linkage_name,
                            !closure.empty()};
  return by_entry_.emplace(die.addr, result).first->second;
}

uint32_t FunctionNames::line_around(Dwarf_Die &die) {
  Dwarf_Word line = 0;
  Dwarf_Attribute attribute;
  for (Dwarf_Die &scope : scopes_.enclosing(die)) {
    if (dwarf_tag(&scope) == DW_TAG_namespace) continue;
    if (dwarf_attr_integrate(&scope, DW_AT_decl_line, &attribute) != nullptr) dwarf_formudata(&attribute, &line);
  }
  return static_cast<uint32_t>(line);
}

std::string FunctionNames::qualified(Dwarf_Die &die, const char *plain) {
  // Names with a dot are made up by the compiler ("kernel._omp_fn.0") and are whole.
  if (std::strchr(plain, '.') != nullptr || is_c(die)) return plain;
  return qualifier(scopes_.enclosing(die)) + plain;
}

std::string FunctionNames::lambda(Dwarf_Die &die) {
  std::vector<Dwarf_Die> scopes = scopes_.enclosing(die);
  if (scopes.empty() || !is_closure_class(scopes.back())) return {};
  const std::string place = declared_at(scopes.back());
  if (place.empty()) return {};
  scopes.pop_back();
  return qualifier(scopes) + "{lambda at " + place + "}";
}

std::string FunctionNames::qualifier(std::vector<Dwarf_Die> scopes) {
  std::string text;
  for (Dwarf_Die &scope : scopes) {
    const int tag = dwarf_tag(&scope);
    const char *name = dwarf_diename(&scope);
    // A function's own name tells all that is around it.
    if (tag == DW_TAG_subprogram)
      text = strings_.text(of(scope).name);
    else if (name != nullptr)
      text += name;
    else if (tag == DW_TAG_namespace)
      text += "(anonymous namespace)";
    else
      text += "{unnamed type}";
    text += "::";
  }
  return text;
}

}  // namespace hagstone::symbols
