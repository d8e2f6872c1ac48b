/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Something to be known of each granule of four aligned bytes of memory, in pages that exist where something is known. For
 * any address; fast measurements have their own shadow. */
#ifndef HAGSTONE_EXHAUSTIVE_GRANULE_PAGES_H
#define HAGSTONE_EXHAUSTIVE_GRANULE_PAGES_H

#include <stdint.h>

#include "load_shadow.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_LATEST_GRANULE_PAGES = 16 };

struct hagstone_granule_page;

/* Starts as all zeros but for `item_size`. Items start as zeros. */
struct hagstone_granule_pages {
  uint32_t item_size; /* of the state of one granule */
  uint32_t capacity_bits;
  struct hagstone_granule_page **pages; /* open addressing by number; null: free */
  uint64_t count;
  struct hagstone_granule_page *latest[HAGSTONE_LATEST_GRANULE_PAGES]; /* found last, by the low bits of their numbers */
};

/* The item of the address's granule, null where nothing is known of its page. */
void *hagstone_granule_find(struct hagstone_granule_pages *pages, uint64_t address);
/* Same, but creates the page; null: no memory. The item may be written. */
void *hagstone_granule_at(struct hagstone_granule_pages *pages, uint64_t address);

/* The bytes of a granule that lie in a range: a bit for each, the lowest for the first. */
enum { HAGSTONE_WHOLE_GRANULE = (1 << HAGSTONE_GRANULE) - 1 };
static inline uint64_t hagstone_granule_start(uint64_t address) { return address & ~(uint64_t)(HAGSTONE_GRANULE - 1); }
static inline uint32_t hagstone_granule_mask(uint64_t granule, uint64_t first, uint64_t last) {
  const uint32_t whole = HAGSTONE_WHOLE_GRANULE, last_byte = HAGSTONE_GRANULE - 1;
  uint32_t mask = whole;
  if (first > granule) mask &= whole << (first - granule);
  if (last - granule < last_byte) mask &= whole >> (last_byte - (last - granule));
  return mask;
}
static inline uint32_t hagstone_mask_bytes(uint32_t mask) { return (uint32_t)(0x4332322132212110ull >> 4 * mask & 7); }

/* Calls `visit` with the item of each granule of the range, and the granule's bytes in it, in pages that may have been
 * written. Bytes 0: all of memory. `clears`: `visit` forgets the state of whole granules. */
void hagstone_granules_visit(struct hagstone_granule_pages *pages, uint64_t address, uint64_t bytes,
                             void (*visit)(void *item, uint32_t mask), int clears);

#ifdef __cplusplus
}
#endif

#endif
