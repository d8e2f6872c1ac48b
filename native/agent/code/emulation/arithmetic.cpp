// SPDX-License-Identifier: MIT
#include "arithmetic.h"

#include "flags.h"
#include "machine_state.h"

namespace hagstone {
namespace {

bool sign_of(uint64_t value, unsigned bytes) { return value >> (8 * bytes - 1) & 1; }

uint64_t flags_of(uint64_t value, unsigned bytes) {
  uint64_t flags = 0;
  if (value == 0) flags |= flag_zero;
  if (sign_of(value, bytes)) flags |= flag_sign;
  if (__builtin_parityll(value & 0xff) == 0) flags |= flag_parity;
  return flags;
}

}  // namespace

ArithmeticResult add(uint64_t left, uint64_t right, uint64_t carry, unsigned bytes) {
  const uint64_t value = low_bytes(left + right + carry, bytes);
  uint64_t flags = flags_of(value, bytes);
  if (value < left || (carry && value == left)) flags |= flag_carry;
  if (sign_of((left ^ value) & (right ^ value), bytes)) flags |= flag_overflow;
  if ((left ^ right ^ value) & 0x10) flags |= flag_adjust;
  return {value, flags, status_flags, 0};
}

ArithmeticResult subtract(uint64_t left, uint64_t right, uint64_t borrow, unsigned bytes) {
  const uint64_t value = low_bytes(left - right - borrow, bytes);
  uint64_t flags = flags_of(value, bytes);
  if (left < right || (borrow && left == right)) flags |= flag_carry;
  if (sign_of((left ^ right) & (left ^ value), bytes)) flags |= flag_overflow;
  if ((left ^ right ^ value) & 0x10) flags |= flag_adjust;
  return {value, flags, status_flags, 0};
}

ArithmeticResult logic(uint64_t value, unsigned bytes) {
  return {value, flags_of(value, bytes), status_flags & ~flag_adjust, flag_adjust};
}

ArithmeticResult shift(Shift kind, uint64_t value, uint64_t count, unsigned bytes) {
  count &= bytes == 8 ? 63 : 31;
  if (count == 0) return {value, 0, 0, 0};
  const unsigned bits = 8 * bytes;
  uint64_t result = 0;
  bool carry = false;
  if (kind == Shift::left) {
    result = count < 64 ? low_bytes(value << count, bytes) : 0;
    carry = count <= bits && (value >> (bits - count) & 1);
  } else {
    const unsigned unused = 64 - bits;
    const int64_t extended = kind == Shift::right ? static_cast<int64_t>(value)
                                                  : static_cast<int64_t>(value << unused) >> unused;
    result = kind == Shift::right ? value >> count : low_bytes(static_cast<uint64_t>(extended >> count), bytes);
    carry = extended >> (count - 1) & 1;
  }
  uint64_t flags = flags_of(result, bytes) | (carry ? flag_carry : 0);
  uint64_t written = flag_carry | flag_parity | flag_zero | flag_sign;
  uint64_t undefined = flag_adjust | flag_overflow;
  // Carry is undefined when everything is shifted out of a byte or word.
  if (count > bits || (count == bits && kind != Shift::left)) {
    written &= ~flag_carry;
    undefined |= flag_carry;
  }
  return {result, flags, written, undefined};
}

}  // namespace hagstone
