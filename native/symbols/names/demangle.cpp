// SPDX-License-Identifier: MIT
#include "demangle.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>

#include "coroutine_names.h"
#include "rust_demangle.h"

namespace hagstone::symbols {
namespace {

std::optional<std::string> demangle_cxx(const std::string &name) {
  if (!name.starts_with("_Z")) return std::nullopt;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                         &std::free);
  if (status != 0 || text == nullptr) return std::nullopt;
  return std::string(text.get());
}

// gfortran: "__" module "_MOD_" procedure; a submodule's parts are joined by a dot.
std::optional<std::string> demangle_fortran(std::string_view name) {
  constexpr std::string_view separator = "_MOD_";
  if (!name.starts_with("__")) return std::nullopt;
  const size_t at = name.find(separator, 2);
  if (at == std::string_view::npos || at == 2 || at + separator.size() == name.size()) return std::nullopt;
  std::string text;
  for (const char c : name.substr(2, at - 2)) {
    if (c == '.')
      text += "::";
    else
      text += c;
  }
  return text + "::" + std::string(name.substr(at + separator.size()));
}

}  // namespace

std::string clone_note(const std::string &suffix) { return suffix.empty() ? std::string() : " [clone " + suffix + "]"; }

std::string demangle(const std::string &name) {
  constexpr std::string_view stub = "@plt";
  if (name.ends_with(stub)) return demangle(name.substr(0, name.size() - stub.size())) + std::string(stub);
  if (auto text = demangle_rust(name)) return *text;
  if (const auto part = coroutine_part(name)) {
    if (auto text = demangle_cxx(part->coroutine)) return *text + part->note + clone_note(part->suffix);
  }
  if (auto text = demangle_cxx(name)) return *text;
  // Clone suffixes (".constprop.0") follow the last part of the name.
  const size_t module_end = name.find("_MOD_");
  const size_t suffix = module_end == std::string::npos ? std::string::npos : name.find('.', module_end);
  if (auto text = demangle_fortran(std::string_view(name).substr(0, suffix))) {
    return suffix == std::string::npos ? *text : *text + clone_note(name.substr(suffix));
  }
  return name;
}

}  // namespace hagstone::symbols
