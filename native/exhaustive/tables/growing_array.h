/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Arrays that grow at their end, for measurements: elements, their count and their capacity are the owner's. */
#ifndef HAGSTONE_EXHAUSTIVE_GROWING_ARRAY_H
#define HAGSTONE_EXHAUSTIVE_GROWING_ARRAY_H

#include "exhaustive/measurement.h"

/* Room for one more element than the `count` there are: returns the array, which may have moved, its capacity changed; null
 * when there is no memory, then the array is as it was. An empty one is null, of capacity 0. */
static inline void *hagstone_with_room(void *array, uint32_t count, uint32_t *capacity, uint32_t element_bytes) {
  enum { FIRST_BYTES = 4096 };
  if (count < *capacity) return array;
  const uint64_t bytes = (uint64_t)*capacity * element_bytes;
  const uint32_t larger_capacity = *capacity ? 2 * *capacity : FIRST_BYTES / element_bytes;
  void *larger = hagstone_memory((uint64_t)larger_capacity * element_bytes);
  if (!larger) return 0;
  if (array) {
    __builtin_memcpy(larger, array, bytes);
    hagstone_give_back(array, bytes);
  }
  *capacity = larger_capacity;
  return larger;
}

#endif
