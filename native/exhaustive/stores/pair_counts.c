/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "pair_counts.h"

#include "exhaustive/tables/hashed_numbers.h"
#include "../shadow.h"

#define MOST_PAIRS 0x100000000ull

/* By number, from 1. */
static struct hagstone_store_pair *const pairs =
    (struct hagstone_store_pair *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_STORE_PAIRS);
static uint64_t pairs_end = 1;
/* Scopes of the pairs. Pages for pairs without a scope take no memory. */
static uint32_t *const scopes =
    (uint32_t *)(HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_STORE_PAIRS) + MOST_PAIRS * sizeof(struct hagstone_store_pair));
static int has_scopes; /* some pair has one */

static struct hagstone_hashed_numbers numbers;

static int is_of(const struct hagstone_store_pair *pair, const struct hagstone_pair_key *key) {
  return pair->watch == key->watch && pair->trap == key->trap && (!has_scopes || scopes[pair - pairs] == key->scope);
}

static int reserve(void) {
  static int reserved;
  const uint64_t bytes = MOST_PAIRS * (sizeof *pairs + sizeof *scopes);
  if (!reserved && !hagstone_reserve_dense_shadow(HAGSTONE_SHADOW_STORE_PAIRS, bytes)) reserved = 1;
  return reserved;
}

void hagstone_expect_store_pair(uint32_t hash) { hagstone_expect_hash(&numbers, hash); }

struct hagstone_store_pair *hagstone_likely_store_pair(uint32_t hash) {
  uint64_t slot = hagstone_home_of_hash(&numbers, hash);
  const uint32_t number = hagstone_next_with_hash(&numbers, hash, &slot);
  if (!number) return 0;
  __builtin_prefetch(&pairs[number]);
  return &pairs[number];
}

struct hagstone_store_pair *hagstone_known_store_pair(const struct hagstone_pair_key *key, uint32_t hash,
                                                      struct hagstone_store_pair *likely) {
  if (likely && is_of(likely, key)) return likely;
  uint64_t slot = hagstone_home_of_hash(&numbers, hash);
  for (uint32_t number; (number = hagstone_next_with_hash(&numbers, hash, &slot)) != 0;)
    if (is_of(&pairs[number], key)) return &pairs[number];
  return 0;
}

struct hagstone_store_pair *hagstone_store_pair(const struct hagstone_pair_key *key, uint32_t hash) {
  if (key->scope) has_scopes = 1;
  struct hagstone_store_pair *known = hagstone_known_store_pair(key, hash, 0);
  if (known) return known;
  if (!reserve() || pairs_end == MOST_PAIRS || !hagstone_make_room_for_hash(&numbers)) return 0;
  struct hagstone_store_pair *added = &pairs[pairs_end];
  *added = (struct hagstone_store_pair){key->watch, key->trap, {0, 0}};
  if (key->scope) scopes[pairs_end] = key->scope;
  hagstone_add_hash(&numbers, hash, (uint32_t)pairs_end++);
  return added;
}

void hagstone_forget_pair_counts(void) {
  if (!numbers.capacity) return;
  hagstone_clear_shadow((uint64_t)pairs, pairs_end * sizeof *pairs);
  if (has_scopes) hagstone_clear_shadow((uint64_t)scopes, pairs_end * sizeof *scopes);
  hagstone_forget_hashes(&numbers);
  pairs_end = 1;
  has_scopes = 0;
}
