/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A number for each location of the program, 0 at first. Locations are granules: bytes or words, numbered by address /
 * granularity. A tree of two levels, so that each thread can have one: pages take memory once they are written. */
#ifndef HAGSTONE_EXHAUSTIVE_GRANULE_SLOTS_H
#define HAGSTONE_EXHAUSTIVE_GRANULE_SLOTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HAGSTONE_PROGRAM_ADDRESS_BITS 37u /* HAGSTONE_PROGRAM_END of shadow.h */
#define HAGSTONE_SLOT_PAGE_BITS 14u
#define HAGSTONE_SLOT_PAGE_GRANULES (1u << HAGSTONE_SLOT_PAGE_BITS)

struct hagstone_slot_page {
  struct hagstone_slot_page *next; /* made before this one */
  uint64_t number;
  uint32_t slots[HAGSTONE_SLOT_PAGE_GRANULES];
};

struct hagstone_granule_slots {
  struct hagstone_slot_page **pages; /* by granule >> HAGSTONE_SLOT_PAGE_BITS */
  struct hagstone_slot_page *newest;
  uint64_t granule_count;
};

/* `granularity_bits`: 0 or 3. Returns 0 when there is no memory. */
int hagstone_make_granule_slots(struct hagstone_granule_slots *slots, uint32_t granularity_bits);
void hagstone_free_granule_slots(struct hagstone_granule_slots *slots);
/* Sets all of them to 0. */
void hagstone_clear_granule_slots(struct hagstone_granule_slots *slots);

/* The place of a granule's number; null: it is 0 and there was no memory to write it. */
uint32_t *hagstone_make_granule_slot(struct hagstone_granule_slots *slots, uint64_t granule);

/* The place of a granule's number; null: it is 0. */
static inline uint32_t *hagstone_granule_slot(const struct hagstone_granule_slots *slots, uint64_t granule) {
  struct hagstone_slot_page *page = slots->pages[granule >> HAGSTONE_SLOT_PAGE_BITS];
  return page ? &page->slots[granule & (HAGSTONE_SLOT_PAGE_GRANULES - 1)] : 0;
}

/* Sets `bits` in all numbers from `first` up to but not including `end` that are not 0. */
void hagstone_mark_granule_slots(const struct hagstone_granule_slots *slots, uint64_t first, uint64_t end, uint32_t bits);

#ifdef __cplusplus
}
#endif

#endif
