// SPDX-License-Identifier: MIT
// Integer arithmetic with its flags (Intel SDM vol. 2, each instruction's "Flags Affected").
#ifndef HAGSTONE_CODE_ARITHMETIC_H
#define HAGSTONE_CODE_ARITHMETIC_H

#include <stdint.h>

namespace hagstone {

// Operands are zero-extended from `bytes`, and so is the result.
struct ArithmeticResult {
  uint64_t value;
  uint64_t flags;          // values of the flags in `flags_written`
  uint64_t flags_written;
  uint64_t flags_undefined;
};

ArithmeticResult add(uint64_t left, uint64_t right, uint64_t carry, unsigned bytes);
ArithmeticResult subtract(uint64_t left, uint64_t right, uint64_t borrow, unsigned bytes);
// The flags of and, or, xor and test for the result `value`.
ArithmeticResult logic(uint64_t value, unsigned bytes);

enum class Shift : uint8_t { left, right, right_signed };
// `count` as given: masked to 5 or 6 bits here.
ArithmeticResult shift(Shift kind, uint64_t value, uint64_t count, unsigned bytes);

}  // namespace hagstone

#endif
