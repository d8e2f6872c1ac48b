/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "granule_pages.h"

#include "exhaustive/measurement.h"

enum { FIRST_CAPACITY_BITS = 10, PAGE_BITS = 12, GRANULES = (1 << PAGE_BITS) / HAGSTONE_GRANULE };
enum { CACHE_LINE = 64 };

struct hagstone_granule_page {
  uint64_t number;  /* address >> PAGE_BITS */
  uint64_t written; /* 0: nothing is known of it */
  uint8_t items[] __attribute__((aligned(CACHE_LINE))); /* those of eight aligned bytes are in one line */
};

/* The slot of the page, or the free one where it belongs. */
static struct hagstone_granule_page **slot_of(const struct hagstone_granule_pages *pages, uint64_t number) {
  const uint64_t mask = (1ull << pages->capacity_bits) - 1;
  uint64_t slot = number * 0x9e3779b97f4a7c15ull >> (64 - pages->capacity_bits);
  while (pages->pages[slot] && pages->pages[slot]->number != number) slot = (slot + 1) & mask;
  return &pages->pages[slot];
}

static int grow(struct hagstone_granule_pages *pages) {
  struct hagstone_granule_pages larger = *pages;
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

static inline struct hagstone_granule_page *find_page(struct hagstone_granule_pages *pages, uint64_t number) {
  struct hagstone_granule_page **latest = &pages->latest[number % HAGSTONE_LATEST_GRANULE_PAGES];
  if (*latest && (*latest)->number == number) return *latest;
  struct hagstone_granule_page *page = pages->pages ? *slot_of(pages, number) : 0;
  if (page) *latest = page;
  return page;
}

static struct hagstone_granule_page *make_page(struct hagstone_granule_pages *pages, uint64_t number) {
  const uint64_t capacity = pages->pages ? 1ull << pages->capacity_bits : 0;
  if (pages->count >= capacity - capacity / 4 && !grow(pages)) return 0;
  struct hagstone_granule_page *page = hagstone_memory(sizeof *page + (uint64_t)pages->item_size * GRANULES);
  if (!page) return 0;
  page->number = number;
  *slot_of(pages, number) = page;
  pages->count++;
  return page;
}

static uint8_t *item(const struct hagstone_granule_pages *pages, struct hagstone_granule_page *page, uint64_t address) {
  return page->items + (address / HAGSTONE_GRANULE) % GRANULES * pages->item_size;
}

void *hagstone_granule_find(struct hagstone_granule_pages *pages, uint64_t address) {
  struct hagstone_granule_page *page = find_page(pages, address >> PAGE_BITS);
  return page ? item(pages, page, address) : 0;
}

void *hagstone_granule_at(struct hagstone_granule_pages *pages, uint64_t address) {
  const uint64_t number = address >> PAGE_BITS;
  struct hagstone_granule_page *page = find_page(pages, number);
  if (!page) page = make_page(pages, number);
  if (!page) return 0;
  page->written = 1;
  return item(pages, page, address);
}

struct visit {
  uint64_t first, last; /* bytes */
  void (*item)(void *item, uint32_t mask);
  int clears;
};

static void visit_page(const struct hagstone_granule_pages *pages, struct hagstone_granule_page *page,
                       const struct visit *visit) {
  const uint64_t start = page->number << PAGE_BITS, end = start + ((1 << PAGE_BITS) - 1);
  if (!page->written || end < visit->first || start > visit->last) return;
  const uint64_t first = visit->first > start ? visit->first : start, last = visit->last < end ? visit->last : end;
  for (uint64_t i = (first - start) / HAGSTONE_GRANULE; i <= (last - start) / HAGSTONE_GRANULE; i++) {
    const uint64_t granule = start + i * HAGSTONE_GRANULE;
    visit->item(item(pages, page, granule), hagstone_granule_mask(granule, first, last));
  }
  if (visit->clears && first == start && last == end) page->written = 0;
}

void hagstone_granules_visit(struct hagstone_granule_pages *pages, uint64_t address, uint64_t bytes,
                             void (*visit_item)(void *item, uint32_t mask), int clears) {
  if (!pages->pages) return;
  const struct visit visit = {bytes ? address : 0, bytes ? address + bytes - 1 : UINT64_MAX, visit_item, clears};
  const uint64_t first_page = visit.first >> PAGE_BITS, last_page = visit.last >> PAGE_BITS;
  const uint64_t capacity = 1ull << pages->capacity_bits;
  if (last_page - first_page < capacity) {
    for (uint64_t number = first_page; number <= last_page; number++) {
      struct hagstone_granule_page *page = *slot_of(pages, number);
      if (page) visit_page(pages, page, &visit);
    }
  } else {
    for (uint64_t i = 0; i < capacity; i++)
      if (pages->pages[i]) visit_page(pages, pages->pages[i], &visit);
  }
}
