/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Items of one size that come and go. */
#ifndef HAGSTONE_EXHAUSTIVE_UNUSED_ITEMS_H
#define HAGSTONE_EXHAUSTIVE_UNUSED_ITEMS_H

#include <stdint.h>

#include "exhaustive/measurement.h"

/* Starts as all zeros but for `item_size`, a multiple of 8. */
struct hagstone_unused_items {
  uint64_t item_size;
  void *first; /* each begins with the address of the next one */
};

/* Its contents have no meaning. Null: no memory. */
static inline void *hagstone_take_item(struct hagstone_unused_items *unused) {
  enum { ITEMS_AT_ONCE = 1024 };
  if (!unused->first) {
    uint8_t *items = hagstone_memory(ITEMS_AT_ONCE * unused->item_size);
    for (uint32_t i = 0; items && i < ITEMS_AT_ONCE; i++) {
      *(void **)(items + i * unused->item_size) = unused->first;
      unused->first = items + i * unused->item_size;
    }
  }
  void *item = unused->first;
  if (item) unused->first = *(void **)item;
  return item;
}

static inline void hagstone_return_item(struct hagstone_unused_items *unused, void *item) {
  *(void **)item = unused->first;
  unused->first = item;
}

#endif
