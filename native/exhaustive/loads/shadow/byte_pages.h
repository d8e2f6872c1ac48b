/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Something to be known of each byte of memory, in pages that exist where something is known. The plain way to keep
 * it, for any address; fast measurements have their own shadow. */
#ifndef HAGSTONE_EXHAUSTIVE_BYTE_PAGES_H
#define HAGSTONE_EXHAUSTIVE_BYTE_PAGES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_BYTE_PAGE_BITS = 12, HAGSTONE_BYTE_PAGE_SIZE = 1 << HAGSTONE_BYTE_PAGE_BITS };

struct hagstone_byte_page;

/* Starts as all zeros but for `item_size`. Items start as zeros. */
struct hagstone_byte_pages {
  uint32_t item_size; /* of what is known of one byte */
  uint32_t capacity_bits;
  struct hagstone_byte_page **pages; /* open addressing by number; null: free */
  uint64_t count;
  struct hagstone_byte_page *latest; /* found last */
};

/* The byte's item, null where nothing is known of its page. */
void *hagstone_byte_find(struct hagstone_byte_pages *pages, uint64_t address);
/* Same, but creates the page; null: no memory. */
void *hagstone_byte_at(struct hagstone_byte_pages *pages, uint64_t address);

/* Calls `visit` with the item of each byte of the range in pages that exist. Bytes 0: all of memory. */
void hagstone_bytes_visit(struct hagstone_byte_pages *pages, uint64_t address, uint64_t bytes, void (*visit)(void *item));

#ifdef __cplusplus
}
#endif

#endif
