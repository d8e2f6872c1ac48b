/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The last access to each cache line of the program, all zeros at first. Lines are numbered by address / 64. A tree of
 * two levels, so that each thread can have one: pages take memory once they are written. */
#ifndef HAGSTONE_EXHAUSTIVE_LINE_TABLE_H
#define HAGSTONE_EXHAUSTIVE_LINE_TABLE_H

#include <stdint.h>

#include "common/watched_part.h"
#include "granule_slots.h"
#include "exhaustive/reuse/sized_place.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_LINE_BITS = 6 }; /* HAGSTONE_LINE_BYTES is a power of two */
#define HAGSTONE_LINE_PAGE_BITS 14u
#define HAGSTONE_LINE_PAGES (1u << (HAGSTONE_PROGRAM_ADDRESS_BITS - HAGSTONE_LINE_BITS - HAGSTONE_LINE_PAGE_BITS))

struct hagstone_line_access {
  uint64_t time; /* number of the access; 0: none, or the line's memory has ended since */
  hagstone_sized_place place;
  uint32_t slot; /* + 1; 0: in no order, or in front */
  uint32_t last_slot; /* that the same access's lines have */
};

struct hagstone_line_page {
  struct hagstone_line_page *next; /* made before this one */
  uint64_t number;
  struct hagstone_line_access lines[1 << HAGSTONE_LINE_PAGE_BITS];
};

struct hagstone_line_table {
  struct hagstone_line_page **pages; /* by line >> HAGSTONE_LINE_PAGE_BITS; null: no page */
  struct hagstone_line_page *newest;
};

/* Returns 0 when there is no memory. */
int hagstone_make_line_table(struct hagstone_line_table *table);
void hagstone_free_line_table(struct hagstone_line_table *table);
/* Sets all of it to zeros. */
void hagstone_clear_line_table(struct hagstone_line_table *table);

/* The place of a line's last access; null: it is all zeros and there was no memory to write it. */
struct hagstone_line_access *hagstone_make_line_access(struct hagstone_line_table *table, uint64_t line);

/* The place of a line's last access; null: it is all zeros. */
static inline struct hagstone_line_access *hagstone_line_access_of(const struct hagstone_line_table *table, uint64_t line) {
  struct hagstone_line_page *const page = table->pages[line >> HAGSTONE_LINE_PAGE_BITS];
  return page ? &page->lines[line & ((1u << HAGSTONE_LINE_PAGE_BITS) - 1)] : 0;
}

#ifdef __cplusplus
}
#endif

#endif
