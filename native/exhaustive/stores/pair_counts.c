/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "pair_counts.h"

#include "../leaving_table.h"
#include "../shadow.h"

enum { FIRST_CAPACITY = 4096 };
#define MOST_PAIRS 0x100000000ull

/* By index, from 1. */
static struct hagstone_store_pair *const pairs =
    (struct hagstone_store_pair *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_STORE_PAIRS);
static uint64_t pairs_end = 1;
/* Of the pairs; pages of those that have none take no memory. */
static uint32_t *const scopes = (uint32_t *)(HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_STORE_PAIRS) +
                                             MOST_PAIRS * sizeof(struct hagstone_store_pair));
static int has_scopes; /* some pair has one */

/* Open addressing in the order of the hashes; grows by halves, so that little of it is empty. */
struct slot {
  uint32_t index; /* of the pair; 0: free */
  uint32_t hash;
};
static struct slot *slots;
static uint64_t capacity;

static uint64_t home_of(uint32_t hash) { return hash * capacity >> 32; }

static uint64_t next(uint64_t slot) { return slot + 1 == capacity ? 0 : slot + 1; }

static int is_of(const struct hagstone_store_pair *pair, const struct hagstone_pair_key *key) {
  return pair->watch == key->watch && pair->trap == key->trap && (!has_scopes || scopes[pair - pairs] == key->scope);
}

static void place(struct slot fresh) {
  uint64_t slot = home_of(fresh.hash);
  while (slots[slot].index) slot = next(slot);
  slots[slot] = fresh;
}

static int reserve(void) {
  static int reserved;
  const uint64_t bytes = MOST_PAIRS * (sizeof *pairs + sizeof *scopes);
  if (!reserved && !hagstone_reserve_dense_shadow(HAGSTONE_SHADOW_STORE_PAIRS, bytes)) reserved = 1;
  return reserved;
}

static int grow(void) {
  const uint64_t old_capacity = capacity, larger_capacity = capacity ? capacity + capacity / 2 : FIRST_CAPACITY;
  struct slot *const old = slots, *const larger = hagstone_table_memory(larger_capacity * sizeof *larger);
  if (!larger) return 0;
  slots = larger;
  capacity = larger_capacity;
  struct hagstone_leaving_table leaving = {old, old_capacity * sizeof *old, 0};
  for (uint64_t slot = 0; slot < old_capacity; slot++) {
    if (old[slot].index) place(old[slot]);
    hagstone_leave_table(&leaving, &old[slot + 1]);
  }
  return 1;
}

static int make_room(void) {
  const int is_full = pairs_end > capacity - capacity / 4;
  return reserve() && pairs_end < MOST_PAIRS && (!is_full || grow());
}

void hagstone_expect_store_pair(uint32_t hash) {
  if (capacity) __builtin_prefetch(&slots[home_of(hash)]);
}

struct hagstone_store_pair *hagstone_likely_store_pair(uint32_t hash) {
  for (uint64_t slot = home_of(hash); capacity && slots[slot].index; slot = next(slot)) {
    if (slots[slot].hash != hash) continue;
    __builtin_prefetch(&pairs[slots[slot].index]);
    return &pairs[slots[slot].index];
  }
  return 0;
}

struct hagstone_store_pair *hagstone_known_store_pair(const struct hagstone_pair_key *key, uint32_t hash,
                                                      struct hagstone_store_pair *likely) {
  if (likely && is_of(likely, key)) return likely;
  for (uint64_t slot = home_of(hash); capacity && slots[slot].index; slot = next(slot))
    if (slots[slot].hash == hash && is_of(&pairs[slots[slot].index], key)) return &pairs[slots[slot].index];
  return 0;
}

struct hagstone_store_pair *hagstone_store_pair(const struct hagstone_pair_key *key, uint32_t hash) {
  if (key->scope) has_scopes = 1;
  struct hagstone_store_pair *known = hagstone_known_store_pair(key, hash, 0);
  if (known) return known;
  if (!make_room()) return 0;
  struct hagstone_store_pair *added = &pairs[pairs_end];
  *added = (struct hagstone_store_pair){key->watch, key->trap, {0, 0}};
  if (key->scope) scopes[pairs_end] = key->scope;
  place((struct slot){(uint32_t)pairs_end++, hash});
  return added;
}

void hagstone_forget_pair_counts(void) {
  if (!capacity) return;
  hagstone_clear_shadow((uint64_t)pairs, pairs_end * sizeof *pairs);
  if (has_scopes) hagstone_clear_shadow((uint64_t)scopes, pairs_end * sizeof *scopes);
  hagstone_give_back(slots, capacity * sizeof *slots);
  slots = 0;
  capacity = 0;
  pairs_end = 1;
  has_scopes = 0;
}
