/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "pairs.h"

#include "common/compare.h"
#include "common/raw_format.h"

enum { FIRST_CAPACITY_BITS = 12 };

struct hagstone_place_entry {
  uint64_t watch; /* 0: free */
  uint64_t trap;
  uint64_t qualifier;
  void *counters;
};

static uint64_t qualifier_of(const struct hagstone_pair_key *key) { return (uint64_t)key->scope << 32 | key->object; }

/* The multiplication carries every bit of the key into the topmost ones, which are the slot. */
static uint64_t slot_of(uint64_t watch, uint64_t trap, uint64_t qualifier, uint32_t capacity_bits) {
  uint64_t hash = watch * 0x9e3779b97f4a7c15ull;
  hash = (hash ^ hash >> 32 ^ trap) * 0xbf58476d1ce4e5b9ull;
  hash = (hash ^ hash >> 32 ^ qualifier) * 0x94d049bb133111ebull;
  return hash >> (64 - capacity_bits);
}

/* The entry of the key, or the free one where it belongs. */
static struct hagstone_place_entry *entry_of(const struct hagstone_place_table *table, uint64_t watch, uint64_t trap,
                                             uint64_t qualifier) {
  const uint64_t mask = (1ull << table->capacity_bits) - 1;
  for (uint64_t slot = slot_of(watch, trap, qualifier, table->capacity_bits);; slot = (slot + 1) & mask) {
    struct hagstone_place_entry *entry = &table->entries[slot];
    if (entry->watch == 0 || (entry->watch == watch && entry->trap == trap && entry->qualifier == qualifier))
      return entry;
  }
}

static void *find(const struct hagstone_place_table *table, uint64_t watch, uint64_t trap, uint64_t qualifier) {
  return table->entries ? entry_of(table, watch, trap, qualifier)->counters : 0;
}

static int has_room(const struct hagstone_place_table *table) {
  const uint64_t capacity = table->entries ? 1ull << table->capacity_bits : 0;
  return table->count < capacity - capacity / 4;
}

static int grow(struct hagstone_place_table *table) {
  struct hagstone_place_table larger = {0, table->entries ? table->capacity_bits + 1 : FIRST_CAPACITY_BITS, table->count};
  larger.entries = hagstone_memory(sizeof(struct hagstone_place_entry) << larger.capacity_bits);
  if (!larger.entries) return 0;
  if (table->entries) {
    const uint64_t capacity = 1ull << table->capacity_bits;
    for (uint64_t i = 0; i < capacity; i++) {
      const struct hagstone_place_entry *old = &table->entries[i];
      if (old->watch) *entry_of(&larger, old->watch, old->trap, old->qualifier) = *old;
    }
    hagstone_give_back(table->entries, sizeof(struct hagstone_place_entry) << table->capacity_bits);
  }
  *table = larger;
  return 1;
}

void hagstone_forget_places(struct hagstone_place_table *table) {
  if (table->entries) hagstone_give_back(table->entries, sizeof(struct hagstone_place_entry) << table->capacity_bits);
  table->entries = 0;
  table->count = 0;
}

void hagstone_visit_places(const struct hagstone_place_table *table, void (*visit)(void *counters)) {
  if (!table->entries) return;
  for (uint64_t i = 0; i < 1ull << table->capacity_bits; i++)
    if (table->entries[i].watch) visit(table->entries[i].counters);
}

static int make_room(struct hagstone_place_table *table) {
  if (has_room(table) || grow(table)) return 1;
  ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
  return 0;
}

static void insert(struct hagstone_place_table *table, uint64_t watch, uint64_t trap, uint64_t qualifier, void *counters) {
  const struct hagstone_place_entry entry = {watch, trap, qualifier, counters};
  *entry_of(table, watch, trap, qualifier) = entry;
  table->count++;
}

static uint32_t leaf_of(hagstone_place place) {
  return hagstone_leaf(hagstone_place_context(place), hagstone_site_of(hagstone_place_site(place)));
}

struct hagstone_exact_pair *hagstone_find_pair(const struct hagstone_pair_table *table,
                                               const struct hagstone_pair_key *key) {
  return find(&table->places, key->watch, key->trap, qualifier_of(key));
}

struct hagstone_exact_pair *hagstone_add_pair(struct hagstone_pair_table *table, const struct hagstone_pair_key *key,
                                              uint32_t scope) {
  if (!make_room(&table->places)) return 0;
  const struct hagstone_site *trap = hagstone_site_of(hagstone_place_site(key->trap));
  const uint32_t flags =
      table->approximates && trap->element != HAGSTONE_ELEMENT_BYTES ? (uint32_t)HAGSTONE_PAIR_APPROXIMATE : 0;
  struct hagstone_exact_pair *pair = hagstone_new_exact_pair(table->tool, table->relation, flags, leaf_of(key->watch),
                                                             leaf_of(key->trap), scope, key->object);
  if (pair) insert(&table->places, key->watch, key->trap, qualifier_of(key), pair);
  return pair;
}

struct hagstone_exact_pair *hagstone_pair(struct hagstone_pair_table *table, hagstone_place watch, hagstone_place trap) {
  const struct hagstone_pair_key key = {watch, trap, 0, 0};
  struct hagstone_exact_pair *pair = hagstone_find_pair(table, &key);
  return pair ? pair : hagstone_add_pair(table, &key, 0);
}

struct hagstone_without_pair *hagstone_without_pair_of(struct hagstone_without_pair_table *table, hagstone_place place) {
  struct hagstone_without_pair *counters = find(&table->places, place, 0, 0);
  if (counters || !make_room(&table->places)) return counters;
  const struct hagstone_without_pair fresh = {leaf_of(place), table->tool, 0, 0, 0, 0};
  counters = hagstone_new_counter(HAGSTONE_RECORD_WITHOUT_PAIR, &fresh, sizeof fresh);
  if (counters) insert(&table->places, place, 0, 0, counters);
  return counters;
}
