/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "place_numbers.h"

#include "exhaustive/contexts/context_tables.h"
#include "common/raw_format.h"
#include "exhaustive/loads/shadow/load_shadow.h"

enum { BLOCKS_AT_ONCE = 64, SITES_AT_ONCE = 1 << 14, RECENT_BITS = 16, RECENT = 1 << RECENT_BITS };

static hagstone_place *const places = (hagstone_place *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOADS_THREADS);
static uint64_t next_number = 1;
static uint32_t block_count;

/* All blocks, by how they were allocated. */
struct blocks {
  struct blocks *earlier;
  struct hagstone_load_block blocks[BLOCKS_AT_ONCE];
};
static struct blocks *latest_blocks;
static struct hagstone_load_block *latest;

/* The table of all of them does not fit into the processor's caches, and this should leave room in them. Blocks that were
 * translated one after the other share cache lines in each context. */
static struct {
  uint32_t key; /* the part of context and block that the slot does not determine; 0: none */
  uint32_t first;
} recent[RECENT];
static struct hagstone_place_table single; /* places of loads outside of superblocks: to numbers, in pointers */

const char *hagstone_start_place_numbers(void) {
  const uint64_t bytes_of_each = sizeof *places + sizeof(struct hagstone_place_pairs);
  return hagstone_reserve_dense_shadow(HAGSTONE_SHADOW_LOADS_THREADS, HAGSTONE_MOST_PLACE_NUMBERS * bytes_of_each);
}

/* Room for the sites of the longest block, after those of the latest one. Null: no memory. */
static uint32_t *room_for_sites(void) {
  static uint32_t *end;
  uint32_t *next = latest ? latest->sites + latest->count : 0;
  if (next && end - next >= HAGSTONE_LONGEST_LOAD_BLOCK) return next;
  next = hagstone_memory(SITES_AT_ONCE * sizeof *next);
  if (next) end = next + SITES_AT_ONCE;
  return next;
}

struct hagstone_load_block *hagstone_new_load_block(void) {
  const uint32_t index = block_count % BLOCKS_AT_ONCE;
  uint32_t *sites = room_for_sites();
  if (!sites) return 0;
  if (index == 0) {
    struct blocks *more = hagstone_memory(sizeof *more);
    if (!more) return 0;
    more->earlier = latest_blocks;
    latest_blocks = more;
  }
  latest = &latest_blocks->blocks[index];
  latest->id = ++block_count;
  latest->sites = sites;
  return latest;
}

static void no_room(void) { ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full); }

/* The first of `count` new numbers. 0: no room. */
static uint32_t new_numbers(uint32_t count) {
  if (next_number + count > HAGSTONE_NO_WATCH) {
    no_room();
    return 0;
  }
  for (uint32_t i = 0; i < count; i++) hagstone_begin_place_pairs((uint32_t)next_number + i);
  next_number += count;
  return (uint32_t)next_number - count;
}

static uint32_t block_numbers(const struct hagstone_load_block *block, hagstone_calling_context context) {
  uint32_t *first = hagstone_context_entry(context, block->id | HAGSTONE_LOAD_BLOCK_KEY);
  if (!first) {
    no_room();
    return 0;
  }
  if (*first) return *first;
  *first = new_numbers(block->count);
  for (uint32_t i = 0; *first && i < block->count; i++) places[*first + i] = hagstone_place_of(context, block->sites[i]);
  return *first;
}

static uint64_t slot_of(uint32_t block, hagstone_calling_context context) {
  return (context * 0x9e3779b97f4a7c15ull >> (64 - RECENT_BITS)) ^ block % RECENT;
}

/* The slot and the context tell the block's lower bits. Contexts and blocks beyond 16 million are looked up each time. */
static uint32_t key_of(uint32_t block, hagstone_calling_context context) {
  enum { KEPT_BITS = 32 - (24 - RECENT_BITS) };
  return context >> KEPT_BITS || block >> 24 ? 0 : context << (32 - KEPT_BITS) | block >> RECENT_BITS;
}

void hagstone_enter_load_block(struct hagstone_load_block *block, hagstone_calling_context context) {
  const uint32_t key = key_of(block->id, context);
  const uint64_t slot = slot_of(block->id, context);
  uint32_t first = recent[slot].first;
  if (!key || recent[slot].key != key) {
    first = block_numbers(block, context);
    hagstone_expect_place_pairs(first, block->count);
    recent[slot].first = first;
    recent[slot].key = key;
  }
  block->context = context;
  block->numbers = HAGSTONE_TWICE(first);
  block->pairs = hagstone_pairs_of_place((uint32_t)block->numbers);
}

void hagstone_leave_load_blocks(void) {
  for (uint32_t i = 0; i < RECENT; i++) recent[i].key = 0;
  for (struct blocks *each = latest_blocks; each; each = each->earlier)
    for (uint32_t i = 0; i < BLOCKS_AT_ONCE; i++) each->blocks[i].context = 0;
}

uint32_t hagstone_place_numbers_end(void) { return (uint32_t)next_number; }

uint32_t hagstone_number_of_place(hagstone_place place) {
  const struct hagstone_place_key key = {place, 0, 0};
  uint32_t number = (uint32_t)(uintptr_t)hagstone_place_find(&single, &key);
  if (number) {
    hagstone_expect_place_pairs(number, 1);
    return number;
  }
  if (!hagstone_place_make_room(&single)) {
    no_room();
    return 0;
  }
  number = new_numbers(1);
  if (!number) return 0;
  places[number] = place;
  hagstone_expect_place_pairs(number, 1);
  hagstone_place_add(&single, &key, (void *)(uintptr_t)number);
  return number;
}
