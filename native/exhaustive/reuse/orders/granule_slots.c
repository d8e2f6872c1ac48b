/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "granule_slots.h"

#include "exhaustive/measurement.h"

static uint64_t bytes_of_pages(const struct hagstone_granule_slots *slots) {
  return (slots->granule_count >> HAGSTONE_SLOT_PAGE_BITS) * sizeof *slots->pages;
}

int hagstone_make_granule_slots(struct hagstone_granule_slots *slots, uint32_t granularity_bits) {
  slots->granule_count = 1ull << (HAGSTONE_PROGRAM_ADDRESS_BITS - granularity_bits);
  slots->newest = 0;
  slots->pages = hagstone_memory(bytes_of_pages(slots));
  return slots->pages != 0;
}

void hagstone_clear_granule_slots(struct hagstone_granule_slots *slots) {
  while (slots->newest) {
    struct hagstone_slot_page *page = slots->newest;
    slots->newest = page->next;
    slots->pages[page->number] = 0;
    hagstone_give_back(page, sizeof *page);
  }
}

void hagstone_free_granule_slots(struct hagstone_granule_slots *slots) {
  hagstone_clear_granule_slots(slots);
  hagstone_give_back(slots->pages, bytes_of_pages(slots));
  slots->pages = 0;
}

uint32_t *hagstone_make_granule_slot(struct hagstone_granule_slots *slots, uint64_t granule) {
  const uint64_t number = granule >> HAGSTONE_SLOT_PAGE_BITS;
  if (!slots->pages[number]) {
    struct hagstone_slot_page *page = hagstone_memory(sizeof *page);
    if (!page) return 0;
    page->next = slots->newest;
    page->number = number;
    slots->newest = page;
    slots->pages[number] = page;
  }
  return hagstone_granule_slot(slots, granule);
}

void hagstone_mark_granule_slots(const struct hagstone_granule_slots *slots, uint64_t first, uint64_t end, uint32_t bits) {
  for (uint64_t granule = first; granule < end;) {
    const uint64_t next_page = ((granule >> HAGSTONE_SLOT_PAGE_BITS) + 1) << HAGSTONE_SLOT_PAGE_BITS;
    const uint64_t stop = next_page < end ? next_page : end;
    if (slots->pages[granule >> HAGSTONE_SLOT_PAGE_BITS])
      for (; granule < stop; granule++) {
        uint32_t *slot = hagstone_granule_slot(slots, granule);
        if (*slot) *slot |= bits;
      }
    granule = stop;
  }
}
