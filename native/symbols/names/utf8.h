// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_UTF8_H
#define HAGSTONE_SYMBOLS_UTF8_H

#include <cstdint>
#include <string>

namespace hagstone::symbols {

// Appends a code point; anything but a Unicode scalar value becomes U+FFFD.
inline void append_utf8(std::string &text, uint32_t code) {
  if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) code = 0xFFFD;
  const auto tail = [&](int shift) { text += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace hagstone::symbols

#endif
