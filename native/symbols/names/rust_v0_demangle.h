// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_RUST_V0_DEMANGLE_H
#define HAGSTONE_SYMBOLS_RUST_V0_DEMANGLE_H

#include <optional>
#include <string>
#include <string_view>

namespace hagstone::symbols {

// Path of a symbol mangled by RFC 2603 ("_R…"), or nothing if it is none.
std::optional<std::string> demangle_rust_v0(std::string_view name);

// True for a suffix that does not name the kind of copy: nothing, ".12" or LLVM's ".llvm.12".
inline bool is_compiler_number(std::string_view suffix) {
  if (suffix.starts_with(".llvm.")) return true;
  return suffix.find_first_not_of(".0123456789") == std::string_view::npos;
}

}  // namespace hagstone::symbols

#endif
