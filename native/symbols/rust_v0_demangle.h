// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_RUST_V0_DEMANGLE_H
#define HAGSTONE_SYMBOLS_RUST_V0_DEMANGLE_H

#include <optional>
#include <string>
#include <string_view>

namespace hagstone::symbols {

// Path of a symbol mangled by RFC 2603 ("_R…"), or nothing if it is none.
std::optional<std::string> demangle_rust_v0(std::string_view name);

}  // namespace hagstone::symbols

#endif
