/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "byte_pages.h"

#include "exhaustive/measurement.h"

enum { FIRST_CAPACITY_BITS = 10 };

struct hagstone_byte_page {
  uint64_t number; /* address / HAGSTONE_BYTE_PAGE_SIZE */
  uint8_t items[];
};

/* The slot of the page, or the free one where it belongs. */
static struct hagstone_byte_page **slot_of(const struct hagstone_byte_pages *pages, uint64_t number) {
  const uint64_t mask = (1ull << pages->capacity_bits) - 1;
  uint64_t slot = number * 0x9e3779b97f4a7c15ull >> (64 - pages->capacity_bits);
  while (pages->pages[slot] && pages->pages[slot]->number != number) slot = (slot + 1) & mask;
  return &pages->pages[slot];
}

static int grow(struct hagstone_byte_pages *pages) {
  struct hagstone_byte_pages larger = *pages;
  larger.capacity_bits = pages->pages ? pages->capacity_bits + 1 : FIRST_CAPACITY_BITS;
  larger.pages = hagstone_memory(sizeof *larger.pages << larger.capacity_bits);
  if (!larger.pages) return 0;
  if (pages->pages) {
    for (uint64_t i = 0; i < 1ull << pages->capacity_bits; i++)
      if (pages->pages[i]) *slot_of(&larger, pages->pages[i]->number) = pages->pages[i];
    hagstone_give_back(pages->pages, sizeof *pages->pages << pages->capacity_bits);
  }
  *pages = larger;
  return 1;
}

static struct hagstone_byte_page *find_page(struct hagstone_byte_pages *pages, uint64_t number) {
  if (pages->latest && pages->latest->number == number) return pages->latest;
  struct hagstone_byte_page *page = pages->pages ? *slot_of(pages, number) : 0;
  if (page) pages->latest = page;
  return page;
}

static struct hagstone_byte_page *make_page(struct hagstone_byte_pages *pages, uint64_t number) {
  const uint64_t capacity = pages->pages ? 1ull << pages->capacity_bits : 0;
  if (pages->count >= capacity - capacity / 4 && !grow(pages)) return 0;
  struct hagstone_byte_page *page = hagstone_memory(sizeof *page + (uint64_t)pages->item_size * HAGSTONE_BYTE_PAGE_SIZE);
  if (!page) return 0;
  page->number = number;
  *slot_of(pages, number) = page;
  pages->count++;
  return page;
}

static uint64_t within_page(uint64_t address) { return address & (HAGSTONE_BYTE_PAGE_SIZE - 1); }

static uint8_t *item(const struct hagstone_byte_pages *pages, struct hagstone_byte_page *page, uint64_t address) {
  return page ? page->items + within_page(address) * pages->item_size : 0;
}

void *hagstone_byte_find(struct hagstone_byte_pages *pages, uint64_t address) {
  return item(pages, find_page(pages, address >> HAGSTONE_BYTE_PAGE_BITS), address);
}

void *hagstone_byte_at(struct hagstone_byte_pages *pages, uint64_t address) {
  const uint64_t number = address >> HAGSTONE_BYTE_PAGE_BITS;
  struct hagstone_byte_page *page = find_page(pages, number);
  return item(pages, page ? page : make_page(pages, number), address);
}

static void visit_page(const struct hagstone_byte_pages *pages, struct hagstone_byte_page *page, uint64_t first,
                       uint64_t last, void (*visit)(void *item)) {
  const uint64_t start = page->number << HAGSTONE_BYTE_PAGE_BITS, end = start + (HAGSTONE_BYTE_PAGE_SIZE - 1);
  if (end < first || start > last) return;
  for (uint64_t address = first > start ? first : start;; address++) {
    visit(item(pages, page, address));
    if (address == (last < end ? last : end)) return;
  }
}

void hagstone_bytes_visit(struct hagstone_byte_pages *pages, uint64_t address, uint64_t bytes, void (*visit)(void *item)) {
  if (!pages->pages) return;
  const uint64_t first = bytes ? address : 0, last = bytes ? address + bytes - 1 : UINT64_MAX;
  const uint64_t first_page = first >> HAGSTONE_BYTE_PAGE_BITS, last_page = last >> HAGSTONE_BYTE_PAGE_BITS;
  const uint64_t capacity = 1ull << pages->capacity_bits;
  if (last_page - first_page < capacity) {
    for (uint64_t number = first_page; number <= last_page; number++) {
      struct hagstone_byte_page *page = *slot_of(pages, number);
      if (page) visit_page(pages, page, first, last, visit);
    }
  } else {
    for (uint64_t i = 0; i < capacity; i++)
      if (pages->pages[i]) visit_page(pages, pages->pages[i], first, last, visit);
  }
}
