/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How many different values an array has (REDSPY 4.2, metrics.md section 6). Exact: two elements are equal if all their
 * bytes are. Approximate: floating-point values of one sign are taken from the smallest magnitude up; the first is a base
 * value, and so is each that is not within the tolerance of the latest base value. Every base value is a unique element;
 * so the answer does not depend on the order of the array. */
#ifndef HAGSTONE_EXHAUSTIVE_DISTINCT_VALUES_H
#define HAGSTONE_EXHAUSTIVE_DISTINCT_VALUES_H

#include <stdint.h>

#include "common/raw_format.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Arrays of more elements are refused. */
#define HAGSTONE_MOST_ELEMENTS (1ull << 28)

struct hagstone_elements {
  const uint8_t *first;
  int64_t stride;     /* bytes */
  uint64_t count;     /* from 1 to HAGSTONE_MOST_ELEMENTS */
  uint32_t bytes;     /* that count of an element, from 1 */
  uint32_t element; /* enum hagstone_element: of approximate values, `bytes` long; exact: HAGSTONE_ELEMENT_BYTES */
  uint32_t tolerance; /* billionths */
};

struct hagstone_distinct_values {
  uint64_t unique;
  uint32_t common_count;
  struct hagstone_spatial_value common[HAGSTONE_SPATIAL_VALUES]; /* the commonest first; equally common ones as sorted */
};

/* Returns 0 when there is no memory. */
int hagstone_find_distinct_values(const struct hagstone_elements *elements, struct hagstone_distinct_values *result);

/* The first bytes of an element, padded with zeros. */
void hagstone_show_value(const struct hagstone_elements *elements, uint64_t index,
                         uint8_t shown[HAGSTONE_SPATIAL_VALUE_BYTES]);

#ifdef __cplusplus
}
#endif

#endif
