/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "repeated_value.h"

#include "common/compare.h"

#define MAGNITUDE 0x7fffffffffffffffull
#define INFINITY_BITS 0x7ff0000000000000ull
/* Two results of few roundings are surely in the order of their bits if these are further apart. */
#define DOUBT 0x2000ull

enum verdict { CHANGED = 0, REPEATED = 1, UNSURE = 2 };

/* The exact comparison takes 64 bits of significand. This one takes 53, and a result so close to the bound that
 * rounding may have decided it for unsure, as well as all that is not finite. Distances of magnitudes are distances of
 * their bits. */
static enum verdict compare(double earlier, double later, double tolerance) {
  const union {
    double value;
    uint64_t bits;
  } difference = {later - earlier}, bound = {tolerance * earlier};
  const uint64_t magnitude = difference.bits & MAGNITUDE, limit = bound.bits & MAGNITUDE;
  if (magnitude > limit + DOUBT && magnitude <= INFINITY_BITS) return CHANGED;
  return magnitude + DOUBT <= limit && magnitude < INFINITY_BITS ? REPEATED : UNSURE;
}

static enum verdict compare_element(uint32_t element, const uint8_t *earlier, const uint8_t *later, double tolerance) {
  union {
    double value;
    uint8_t bytes[8];
  } wide[2];
  union {
    float value;
    uint8_t bytes[4];
  } narrow[2];
  if (element == HAGSTONE_ELEMENT_F64) {
    for (int i = 0; i < 8; i++) wide[0].bytes[i] = earlier[i], wide[1].bytes[i] = later[i];
    return compare(wide[0].value, wide[1].value, tolerance);
  }
  if (element == HAGSTONE_ELEMENT_F32) {
    for (int i = 0; i < 4; i++) narrow[0].bytes[i] = earlier[i], narrow[1].bytes[i] = later[i];
    return compare(narrow[0].value, narrow[1].value, tolerance);
  }
  return UNSURE;
}

static int element_repeats(uint32_t element, const uint8_t *earlier, const uint8_t *later, uint32_t tolerance) {
  const enum verdict verdict = compare_element(element, earlier, later, tolerance * 1e-9);
  return verdict == UNSURE ? hagstone_element_repeats(element, earlier, later, tolerance) : (int)verdict;
}

typedef uint64_t __attribute__((aligned(1), may_alias)) word;
typedef uint32_t __attribute__((aligned(1), may_alias)) half_word;

static int same_bits(const uint8_t *earlier, const uint8_t *later, uint64_t bytes) {
  if (bytes == 4) return *(const half_word *)earlier == *(const half_word *)later;
  uint64_t at = 0;
  for (; bytes - at >= 8; at += 8)
    if (*(const word *)(earlier + at) != *(const word *)(later + at)) return 0;
  for (; at < bytes; at++)
    if (earlier[at] != later[at]) return 0;
  return 1;
}

int hagstone_value_repeats(uint32_t element, const uint8_t *earlier, const uint8_t *later, uint64_t bytes,
                           uint32_t tolerance) {
  const uint32_t size = hagstone_element_size(element);
  uint64_t at = 0;
  if (same_bits(earlier, later, bytes)) return 1;
  if (element == HAGSTONE_ELEMENT_BYTES) return 0;
  for (; bytes - at >= size; at += size)
    if (!element_repeats(element, earlier + at, later + at, tolerance)) return 0;
  for (; at < bytes; at++)
    if (earlier[at] != later[at]) return 0;
  return 1;
}
