// SPDX-License-Identifier: MIT
// Hexadecimal numbers in text.
#ifndef HAGSTONE_PMU_HEXADECIMAL_H
#define HAGSTONE_PMU_HEXADECIMAL_H

#include <stdint.h>

#include "base/text.h"

namespace hagstone {

// Reads hexadecimal digits, with or without 0x, and advances `text` past them. False if there are none or more than
// sixteen.
inline bool take_hexadecimal(const char *&text, uint64_t &number) {
  if (text_starts_with(text, "0x")) text += 2;
  constexpr int most_digits = 16;
  int digits = 0;
  for (number = 0; digits <= most_digits; digits++, text++) {
    uint64_t digit;
    if (*text >= '0' && *text <= '9')
      digit = static_cast<uint64_t>(*text - '0');
    else if (*text >= 'a' && *text <= 'f')
      digit = static_cast<uint64_t>(*text - 'a' + 10);
    else if (*text >= 'A' && *text <= 'F')
      digit = static_cast<uint64_t>(*text - 'A' + 10);
    else
      return digits > 0;
    number = number << 4 | digit;
  }
  return false;
}

}  // namespace hagstone

#endif
