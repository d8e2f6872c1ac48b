/* SPDX-License-Identifier: MIT
 *
 * Whether a later access stored or loaded (approximately) the value of an earlier one (metrics.md sections 1 and 2;
 * LOADSPY 4A, REDSPY 4.1). Freestanding: no libc, no libm. */
#ifndef HAGSTONE_COMPARE_H
#define HAGSTONE_COMPARE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The type an instruction gives each element of its memory operand. Integers of any width are bytes. */
enum hagstone_element {
  HAGSTONE_ELEMENT_BYTES = 0,
  HAGSTONE_ELEMENT_F32 = 1,
  HAGSTONE_ELEMENT_F64 = 2,
  HAGSTONE_ELEMENT_F80 = 3 /* x87 double extended, 10 bytes in memory */
};

/* In bytes; 1 for HAGSTONE_ELEMENT_BYTES. */
uint32_t hagstone_element_size(uint32_t element);

/* 1 if `later` repeats `earlier`, 0 if not; each points to one element. Floating point: |later - earlier| <= tolerance
 * * |earlier|, `tolerance` in billionths; so 0 repeats -0 and only 0 repeats 0. NaN and infinities repeat themselves
 * only, bit by bit, and so do encodings that the x87 does not take for numbers. */
int hagstone_element_repeats(uint32_t element, const void *earlier, const void *later, uint32_t tolerance);

/* A watched part has at most 8 bytes; an element of 10 may begin or end 9 bytes away from a part that it overlaps. */
#define HAGSTONE_VALUE_MARGIN 9u
/* The longest access that is compared as a whole, beyond the part of it that is watched. */
#define HAGSTONE_WHOLE_VALUE_LONGEST 64u
#define HAGSTONE_VALUE_LONGEST (HAGSTONE_VALUE_MARGIN + HAGSTONE_WHOLE_VALUE_LONGEST + HAGSTONE_VALUE_MARGIN)

/* Memory at one instant. */
struct hagstone_memory_value {
  uint64_t address; /* of bytes[0] */
  uint32_t length;  /* 0: not known */
  uint8_t bytes[HAGSTONE_VALUE_LONGEST];
};

enum hagstone_comparison {
  HAGSTONE_COMPARISON_CHANGED = 0,
  HAGSTONE_COMPARISON_REPEATED = 1,
  HAGSTONE_COMPARISON_UNKNOWN = 2 /* an element reaches beyond the known part of memory */
};

/* Whether the `length` bytes at `address` are known. */
int hagstone_value_is_known(const struct hagstone_memory_value *value, uint64_t address, uint32_t length);

/* Compares the elements that overlap the `length` bytes at `address`. Elements begin at `first_element` and at every
 * multiple of their size from there, in both directions; each must repeat, one that does not makes the whole changed.
 * An element that reaches beyond the bytes asked for is compared whole. */
enum hagstone_comparison hagstone_compare(const struct hagstone_memory_value *earlier,
                                          const struct hagstone_memory_value *later, uint64_t address, uint32_t length,
                                          uint32_t element, uint64_t first_element, uint32_t tolerance);

#ifdef __cplusplus
}
#endif

#endif
