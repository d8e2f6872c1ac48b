// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_RUST_DEMANGLE_H
#define HAGSTONE_SYMBOLS_RUST_DEMANGLE_H

#include <optional>
#include <string>
#include <string_view>

namespace hagstone::symbols {

// Rust path of a symbol of the legacy scheme ("_ZN…17h<hash>E") or of v0 ("_R…", RFC 2603), without hashes and crate
// disambiguators; nothing for other names. Numbers that the compiler appends
// (".llvm.123") are dropped.
std::optional<std::string> demangle_rust(std::string_view name);

}  // namespace hagstone::symbols

#endif
