/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "repeated_value.h"

#include "common/compare.h"

int hagstone_value_repeats(uint32_t element, const uint8_t *earlier, const uint8_t *later, uint64_t bytes,
                           uint32_t tolerance) {
  const uint32_t size = hagstone_element_size(element);
  uint64_t at = 0;
  for (; bytes - at >= size; at += size)
    if (!hagstone_element_repeats(element, earlier + at, later + at, tolerance)) return 0;
  for (; at < bytes; at++)
    if (earlier[at] != later[at]) return 0;
  return 1;
}
