/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "load_pairs.h"

#include "exhaustive/tables/hashed_numbers.h"
#include "exhaustive/shadow.h"
#include "common/raw_format.h"

#define MOST_PAIRS 0x100000000ull

struct load_pair {
  hagstone_place watch;
  hagstone_place trap;
};

/* By number, in the order of their records in the file. If stores are measured too, theirs leave gaps. */
static struct load_pair *const pairs = (struct load_pair *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOAD_PAIRS);
static uint64_t pairs_end;

static struct hagstone_hashed_numbers numbers;

static uint32_t hash_of(hagstone_place watch, hagstone_place trap) {
  return (uint32_t)(hagstone_hash_pair(watch, trap, 0) >> 32);
}

static int reserve(void) {
  static int reserved;
  if (!reserved && !hagstone_reserve_dense_shadow(HAGSTONE_SHADOW_LOAD_PAIRS, MOST_PAIRS * sizeof *pairs)) reserved = 1;
  return reserved;
}

void hagstone_expect_load_pair(hagstone_place watch, hagstone_place trap) {
  hagstone_expect_hash(&numbers, hash_of(watch, trap));
}

void hagstone_expect_found_load_pair(hagstone_place watch, hagstone_place trap) {
  const uint32_t hash = hash_of(watch, trap);
  uint64_t slot = hagstone_home_of_hash(&numbers, hash);
  const uint32_t number = hagstone_next_with_hash(&numbers, hash, &slot);
  if (number) {
    __builtin_prefetch(&pairs[number], 1);
    return;
  }
  hagstone_expect_leaf_of(watch);
  hagstone_expect_leaf_of(trap);
}

uint32_t hagstone_find_load_pair(hagstone_place watch, hagstone_place trap) {
  const uint32_t hash = hash_of(watch, trap);
  uint64_t slot = hagstone_home_of_hash(&numbers, hash);
  for (uint32_t number; (number = hagstone_next_with_hash(&numbers, hash, &slot)) != 0;)
    if (pairs[number].watch == watch && pairs[number].trap == trap) return number;
  return 0;
}

int hagstone_make_room_for_load_pair(void) {
  if (reserve() && hagstone_make_room_for_hash(&numbers)) return 1;
  ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
  return 0;
}

void hagstone_add_load_pair(hagstone_place watch, hagstone_place trap, uint32_t number) {
  pairs[number] = (struct load_pair){watch, trap};
  hagstone_add_hash(&numbers, hash_of(watch, trap), number);
  pairs_end = number + 1ull;
}

void hagstone_count_in_load_pair(uint32_t number, uint64_t instances, uint64_t bytes) {
  hagstone_count_in_counted_pair(HAGSTONE_TOOL_REDUNDANT_LOADS, number, instances, bytes);
}

void hagstone_forget_load_pairs(void) {
  hagstone_forget_counted_pairs();
  if (!numbers.capacity) return;
  hagstone_clear_shadow(HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOAD_PAIRS), pairs_end * sizeof *pairs);
  hagstone_forget_hashes(&numbers);
  pairs_end = 0;
}
