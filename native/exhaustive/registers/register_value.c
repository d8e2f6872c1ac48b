/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "register_value.h"

#include "exhaustive/tables/double_repeats.h"
#include "common/compare.h"

enum { SIGNIFICAND_BITS = 52 };

static int is_same(const uint8_t *before, const uint8_t *after, uint32_t bytes) {
  uint32_t different = 0;
  for (uint32_t i = 0; i < bytes; i++) different |= (uint32_t)(before[i] ^ after[i]);
  return different == 0;
}

static int x87_repeats(const void *before, const void *after, uint32_t tolerance) {
  uint64_t earlier, later;
  __builtin_memcpy(&earlier, before, sizeof earlier);
  __builtin_memcpy(&later, after, sizeof later);
  return (earlier ^ later) >> SIGNIFICAND_BITS == 0 &&
         hagstone_element_repeats(HAGSTONE_ELEMENT_F64, before, after, tolerance);
}

int hagstone_register_repeats(const struct hagstone_register_write *write, const void *before, const void *after,
                              uint32_t tolerance) {
  if (write->element == HAGSTONE_ELEMENT_BYTES) return is_same(before, after, write->bytes);
  if (write->element == HAGSTONE_ELEMENT_F80) return x87_repeats(before, after, tolerance);
  if (write->element == HAGSTONE_ELEMENT_F64 && write->bytes == sizeof(double))
    return hagstone_double_repeats(before, after, tolerance * 1e-9, tolerance);
  const uint32_t size = hagstone_element_size(write->element);
  for (uint32_t at = 0; at + size <= write->bytes; at += size)
    if (!hagstone_element_repeats(write->element, (const uint8_t *)before + at, (const uint8_t *)after + at, tolerance))
      return 0;
  return 1;
}
