/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The mark of an array (HAGSTONE_MARK_ARRAY of hagstone.h). */
#ifndef HAGSTONE_EXHAUSTIVE_INSPECTED_ARRAY_H
#define HAGSTONE_EXHAUSTIVE_INSPECTED_ARRAY_H

#include <stdint.h>

/* The program's description of its values. */
struct hagstone_marked_values {
  uint64_t element_bytes;
  uint64_t type;        /* enum hagstone_value_type */
  uint64_t approximate;
};

/* The compared bytes of an element of `bytes` bytes, at least 1, and their type (enum hagstone_element): of a long
 * double 10 bytes. Returns 0 if that means nothing. */
int hagstone_compared_element(const struct hagstone_marked_values *values, uint32_t *bytes, uint32_t *element);

/* `count` 0: the whole object from `base` on; `stride` 0: one element after the other. `context`: record of the mark.
 * Marks that cannot be inspected are counted (dropped_marks_…). */
void hagstone_inspect_marked_array(uint64_t base, int64_t stride, uint64_t count,
                                   const struct hagstone_marked_values *values, uint32_t context);

#endif
