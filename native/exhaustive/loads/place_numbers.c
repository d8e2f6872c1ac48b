/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "place_numbers.h"

#include "common/raw_format.h"

enum { BLOCKS_AT_ONCE = 64, RECENT_BITS = 16 };
#define MOST_NUMBERS 0xffffffffull

static hagstone_place *const places = (hagstone_place *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOADS_THREADS);
static uint64_t next_number = 1;
static uint32_t block_count;

/* The table of all of them does not fit into the processor's caches. */
static struct {
  uint64_t key; /* block above, context below */
  uint64_t numbers;
} recent[1u << RECENT_BITS];
static struct hagstone_place_table known; /* to numbers, in pointers: of context and block, of single places */

const char *hagstone_start_place_numbers(void) {
  return hagstone_reserve_shadow(HAGSTONE_SHADOW_LOADS_THREADS, (MOST_NUMBERS + 1) * sizeof *places);
}

struct hagstone_load_block *hagstone_new_load_block(void) {
  static struct hagstone_load_block *unused;
  static uint32_t unused_count;
  if (unused_count == 0) {
    unused = hagstone_memory(BLOCKS_AT_ONCE * sizeof *unused);
    if (!unused) return 0;
    unused_count = BLOCKS_AT_ONCE;
  }
  unused->id = ++block_count;
  unused_count--;
  return unused++;
}

/* The first of `count` numbers under the key, which are new if need be; `*fresh` says so. 0: no room. */
static uint32_t numbers_of(const struct hagstone_place_key *key, uint32_t count, int *fresh) {
  uint32_t first = (uint32_t)(uintptr_t)hagstone_place_find(&known, key);
  *fresh = !first;
  if (first) return first;
  if (next_number + count > MOST_NUMBERS || !hagstone_place_make_room(&known)) {
    ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
    return 0;
  }
  first = (uint32_t)next_number;
  next_number += count;
  hagstone_place_add(&known, key, (void *)(uintptr_t)first);
  return first;
}

static uint32_t block_numbers(const struct hagstone_load_block *block, hagstone_calling_context context) {
  const struct hagstone_place_key key = {context, block->id, 1};
  int fresh;
  const uint32_t first = numbers_of(&key, block->count, &fresh);
  for (uint32_t i = 0; fresh && first && i < block->count; i++) places[first + i] = hagstone_place_of(context, block->sites[i]);
  return first;
}

void hagstone_enter_load_block(struct hagstone_load_block *block, hagstone_calling_context context) {
  const uint64_t key = (uint64_t)block->id << 32 | context;
  const uint64_t slot = key * 0x9e3779b97f4a7c15ull >> (64 - RECENT_BITS);
  if (recent[slot].key != key) {
    recent[slot].numbers = HAGSTONE_TWICE(block_numbers(block, context));
    recent[slot].key = key;
  }
  block->context = context;
  block->numbers = recent[slot].numbers;
}

uint32_t hagstone_number_of_place(hagstone_place place) {
  const struct hagstone_place_key key = {place, 0, 0};
  int fresh;
  const uint32_t number = numbers_of(&key, 1, &fresh);
  if (fresh && number) places[number] = place;
  return number;
}
