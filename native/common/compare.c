/* SPDX-License-Identifier: MIT */
#include "compare.h"

static int same_bytes(const uint8_t *earlier, const uint8_t *later, uint32_t length) {
  for (uint32_t i = 0; i < length; i++)
    if (earlier[i] != later[i]) return 0;
  return 1;
}

static uint64_t little_endian(const uint8_t *bytes, uint32_t length) {
  uint64_t value = 0;
  while (length-- > 0) value = value << 8 | bytes[length];
  return value;
}

static int f32_is_finite(uint32_t bits) { return (bits >> 23 & 0xff) != 0xff; }
static int f64_is_finite(uint64_t bits) { return (bits >> 52 & 0x7ff) != 0x7ff; }

/* Unlike the shorter formats this one shows the leading bit of its significand: with an exponent other than 0 it must
 * be set, or the processor refuses the number (Intel SDM vol. 1, 8.2.2). */
static int f80_is_number(uint64_t significand, uint32_t exponent) {
  return exponent != 0x7fff && (exponent == 0 || significand >> 63);
}

static long double magnitude(long double value) { return value < 0 ? -value : value; }

static int within(long double earlier, long double later, uint32_t tolerance) {
  return magnitude(later - earlier) * 1e9L <= (long double)tolerance * magnitude(earlier);
}

static int f32_repeats(const uint8_t *earlier, const uint8_t *later, uint32_t tolerance) {
  union {
    uint32_t bits;
    float value;
  } old, now;
  old.bits = (uint32_t)little_endian(earlier, 4);
  now.bits = (uint32_t)little_endian(later, 4);
  return f32_is_finite(old.bits) && f32_is_finite(now.bits) && within(old.value, now.value, tolerance);
}

static int f64_repeats(const uint8_t *earlier, const uint8_t *later, uint32_t tolerance) {
  union {
    uint64_t bits;
    double value;
  } old, now;
  old.bits = little_endian(earlier, 8);
  now.bits = little_endian(later, 8);
  return f64_is_finite(old.bits) && f64_is_finite(now.bits) && within(old.value, now.value, tolerance);
}

static int f80_repeats(const uint8_t *earlier, const uint8_t *later, uint32_t tolerance) {
  union {
    struct {
      uint64_t significand;
      uint16_t sign_and_exponent;
    } parts;
    long double value;
  } old, now;
  old.value = now.value = 0;
  old.parts.significand = little_endian(earlier, 8);
  old.parts.sign_and_exponent = (uint16_t)little_endian(earlier + 8, 2);
  now.parts.significand = little_endian(later, 8);
  now.parts.sign_and_exponent = (uint16_t)little_endian(later + 8, 2);
  if (!f80_is_number(old.parts.significand, old.parts.sign_and_exponent & 0x7fff) ||
      !f80_is_number(now.parts.significand, now.parts.sign_and_exponent & 0x7fff))
    return 0;
  /* A billion times the largest ones would be infinite, a billionth of the smallest nothing. */
  const long double scale = magnitude(old.value) > 1 ? 0x1p-64L : 0x1p64L;
  return within(old.value * scale, now.value * scale, tolerance);
}

uint32_t hagstone_element_size(uint32_t element) {
  switch (element) {
    case HAGSTONE_ELEMENT_F32: return 4;
    case HAGSTONE_ELEMENT_F64: return 8;
    case HAGSTONE_ELEMENT_F80: return 10;
    default: return 1;
  }
}

int hagstone_element_repeats(uint32_t element, const void *earlier, const void *later, uint32_t tolerance) {
  if (same_bytes(earlier, later, hagstone_element_size(element))) return 1;
  switch (element) {
    case HAGSTONE_ELEMENT_F32: return f32_repeats(earlier, later, tolerance);
    case HAGSTONE_ELEMENT_F64: return f64_repeats(earlier, later, tolerance);
    case HAGSTONE_ELEMENT_F80: return f80_repeats(earlier, later, tolerance);
    default: return 0;
  }
}

static const uint8_t *bytes_at(const struct hagstone_memory_value *value, uint64_t address, uint32_t length) {
  const uint64_t offset = address - value->address;
  return offset <= value->length && length <= value->length - offset ? value->bytes + offset : 0;
}

int hagstone_value_is_known(const struct hagstone_memory_value *value, uint64_t address, uint32_t length) {
  return bytes_at(value, address, length) != 0;
}

enum hagstone_comparison hagstone_compare(const struct hagstone_memory_value *earlier,
                                          const struct hagstone_memory_value *later, uint64_t address, uint32_t length,
                                          uint32_t element, uint64_t first_element, uint32_t tolerance) {
  const uint32_t size = hagstone_element_size(element);
  const uint64_t before = address - first_element;
  const uint64_t into = first_element <= address ? before % size : (size - (first_element - address) % size) % size;
  enum hagstone_comparison result = HAGSTONE_COMPARISON_REPEATED;
  for (uint64_t at = address - into; at < address + length; at += size) {
    const uint8_t *old = bytes_at(earlier, at, size), *now = bytes_at(later, at, size);
    if (!old || !now)
      result = HAGSTONE_COMPARISON_UNKNOWN;
    else if (!hagstone_element_repeats(element, old, now, tolerance))
      return HAGSTONE_COMPARISON_CHANGED;
  }
  return result;
}
