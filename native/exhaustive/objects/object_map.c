/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "object_map.h"

#include "../shadow.h"

enum { WORD_BITS = 3, PAGE_BITS = 12 };
#define PAGE (1ull << PAGE_BITS)
/* Tables of numbers: by word (heap only), then one by page for each layer. */
#define WORD_TABLE_BYTES ((HAGSTONE_PROGRAM_END >> WORD_BITS) * sizeof(uint32_t))
#define PAGE_TABLE_BYTES ((HAGSTONE_PROGRAM_END >> PAGE_BITS) * sizeof(uint32_t))

static uint32_t *const words = (uint32_t *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_OBJECTS);
static uint32_t *const pages[HAGSTONE_LAYERS] = {
    (uint32_t *)(HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_OBJECTS) + WORD_TABLE_BYTES),
    (uint32_t *)(HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_OBJECTS) + WORD_TABLE_BYTES + PAGE_TABLE_BYTES)};

const char *hagstone_start_object_map(void) {
  return hagstone_reserve_shadow(HAGSTONE_SHADOW_OBJECTS, WORD_TABLE_BYTES + HAGSTONE_LAYERS * PAGE_TABLE_BYTES);
}

uint32_t hagstone_mapped_object(enum hagstone_object_layer layer, uint64_t address) {
  if (address >= HAGSTONE_PROGRAM_END) return 0;
  if (layer == HAGSTONE_LAYER_HEAP && words[address >> WORD_BITS]) return words[address >> WORD_BITS];
  return pages[layer][address >> PAGE_BITS];
}

/* A range that is below the program's end. */
struct range {
  uint64_t first;
  uint64_t end;
};

static struct range range_of(uint64_t address, uint64_t bytes) {
  const uint64_t first = address < HAGSTONE_PROGRAM_END ? address : HAGSTONE_PROGRAM_END;
  const uint64_t room = HAGSTONE_PROGRAM_END - first;
  const struct range range = {first, first + (bytes < room ? bytes : room)};
  return range;
}

static void fill(uint32_t *table, uint64_t first, uint64_t end, uint32_t number) {
  if (first >= end) return;
  if (number == 0) {
    hagstone_clear_shadow((uint64_t)(uintptr_t)(table + first), (end - first) * sizeof *table);
    return;
  }
  for (uint64_t i = first; i < end; i++) table[i] = number;
}

static void fill_words(uint64_t first, uint64_t end, uint32_t number) {
  if (first < end) fill(words, first >> WORD_BITS, ((end - 1) >> WORD_BITS) + 1, number);
}

void hagstone_map_object(enum hagstone_object_layer layer, uint64_t address, uint64_t bytes, uint32_t number) {
  const struct range range = range_of(address, bytes);
  const uint64_t first_page = (range.first + PAGE - 1) / PAGE, end_of_pages = range.end / PAGE;
  if (layer == HAGSTONE_LAYER_MAPPINGS) {
    fill(pages[layer], range.first / PAGE, (range.end + PAGE - 1) / PAGE, number);
  } else if (first_page >= end_of_pages) {
    fill_words(range.first, range.end, number);
  } else {
    fill_words(range.first, first_page * PAGE, number);
    fill(pages[layer], first_page, end_of_pages, number);
    fill_words(end_of_pages * PAGE, range.end, number);
    /* Blocks that were never freed may have left their words where memory was unmapped. */
    if (number == 0) fill_words(first_page * PAGE, end_of_pages * PAGE, 0);
  }
}

void hagstone_visit_mappings(uint64_t address, uint64_t bytes, void (*visit)(uint32_t number)) {
  const struct range range = range_of(address, bytes);
  uint32_t latest = 0;
  for (uint64_t page = range.first / PAGE; page < (range.end + PAGE - 1) / PAGE; page++) {
    const uint32_t number = pages[HAGSTONE_LAYER_MAPPINGS][page];
    if (number && number != latest) visit(number);
    latest = number;
  }
}
