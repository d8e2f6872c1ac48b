// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_PUNYCODE_H
#define HAGSTONE_SYMBOLS_PUNYCODE_H

#include <optional>
#include <string>
#include <string_view>

namespace hagstone::symbols {

// UTF-8 text of an identifier in Punycode (RFC 3492), with "_" for the delimiter, as Rust symbols have it.
// Nothing if it is malformed.
std::optional<std::string> decode_punycode(std::string_view encoded);

}  // namespace hagstone::symbols

#endif
