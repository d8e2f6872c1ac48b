/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "load_pairs.h"

#include "../leaving_table.h"
#include "../shadow.h"
#include "common/raw_format.h"

enum { FIRST_CAPACITY = 4096 };
#define MOST_PAIRS 0x100000000ull

/* By number, from 1, in the order in which they were made, which is that of their records in the file. */
static struct hagstone_load_pair *const pairs =
    (struct hagstone_load_pair *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOAD_PAIRS);
static uint64_t pairs_end = 1;

/* Open addressing in the order of the hashes; grows by halves. */
struct slot {
  uint32_t number; /* of the pair; 0: free */
  uint32_t hash;
};
static struct slot *slots;
static uint64_t capacity;

static uint32_t hash_of(hagstone_place watch, hagstone_place trap) {
  return (uint32_t)(hagstone_hash_pair(watch, trap, 0) >> 32);
}

static uint64_t home_of(uint32_t hash) { return hash * capacity >> 32; }

static uint64_t next(uint64_t slot) { return slot + 1 == capacity ? 0 : slot + 1; }

static int is_at(uint64_t slot, uint32_t hash, hagstone_place watch, hagstone_place trap) {
  if (slots[slot].hash != hash) return 0;
  const struct hagstone_load_pair *pair = &pairs[slots[slot].number];
  return pair->watch == watch && pair->trap == trap;
}

static void place(struct slot fresh) {
  uint64_t slot = home_of(fresh.hash);
  while (slots[slot].number) slot = next(slot);
  slots[slot] = fresh;
}

static int grow(void) {
  static int reserved;
  if (!reserved && hagstone_reserve_dense_shadow(HAGSTONE_SHADOW_LOAD_PAIRS, MOST_PAIRS * sizeof *pairs)) return 0;
  reserved = 1;
  const uint64_t old_capacity = capacity, larger_capacity = capacity ? capacity + capacity / 2 : FIRST_CAPACITY;
  struct slot *const old = slots, *const larger = hagstone_table_memory(larger_capacity * sizeof *larger);
  if (!larger) return 0;
  slots = larger;
  capacity = larger_capacity;
  struct hagstone_leaving_table leaving = {old, old_capacity * sizeof *old, 0};
  for (uint64_t slot = 0; slot < old_capacity; slot++) {
    if (old[slot].number) place(old[slot]);
    hagstone_leave_table(&leaving, &old[slot + 1]);
  }
  return 1;
}

void hagstone_expect_load_pair(hagstone_place watch, hagstone_place trap) {
  if (capacity) __builtin_prefetch(&slots[home_of(hash_of(watch, trap))]);
}

void hagstone_expect_found_load_pair(hagstone_place watch, hagstone_place trap) {
  const uint32_t hash = hash_of(watch, trap);
  for (uint64_t slot = capacity ? home_of(hash) : 0; capacity && slots[slot].number; slot = next(slot)) {
    if (slots[slot].hash != hash) continue;
    __builtin_prefetch(&pairs[slots[slot].number], 1);
    return;
  }
  hagstone_expect_leaf_of(watch);
  hagstone_expect_leaf_of(trap);
}

struct hagstone_load_pair *hagstone_find_load_pair(hagstone_place watch, hagstone_place trap) {
  if (!capacity) return 0;
  const uint32_t hash = hash_of(watch, trap);
  for (uint64_t slot = home_of(hash); slots[slot].number; slot = next(slot))
    if (is_at(slot, hash, watch, trap)) return &pairs[slots[slot].number];
  return 0;
}

int hagstone_make_room_for_load_pair(void) {
  const int is_full = pairs_end > capacity - capacity / 4;
  if (pairs_end < MOST_PAIRS && (!is_full || grow())) return 1;
  ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
  return 0;
}

struct hagstone_load_pair *hagstone_add_load_pair(hagstone_place watch, hagstone_place trap,
                                                  uint32_t number) {
  struct hagstone_load_pair *pair = &pairs[pairs_end];
  *pair = (struct hagstone_load_pair){watch, trap, number};
  place((struct slot){(uint32_t)pairs_end++, hash_of(watch, trap)});
  return pair;
}

void hagstone_count_in_load_pair(struct hagstone_load_pair *pair, uint64_t instances, uint64_t bytes) {
  hagstone_count_in_counted_pair(HAGSTONE_TOOL_REDUNDANT_LOADS, pair->number, instances, bytes);
}

void hagstone_forget_load_pairs(void) {
  hagstone_forget_counted_pairs();
  if (!capacity) return;
  hagstone_clear_shadow(HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOAD_PAIRS), pairs_end * sizeof *pairs);
  hagstone_give_back(slots, capacity * sizeof *slots);
  slots = 0;
  capacity = 0;
  pairs_end = 1;
}
