/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "place_table.h"

#include "leaving_table.h"

enum { FIRST_CAPACITY_BITS = 12 };

struct hagstone_place_entry {
  struct hagstone_place_key key; /* first 0: free */
  void *value;
};

/* The multiplications carry every bit of the key into the topmost ones, which are the slot. */
static uint64_t slot_of(const struct hagstone_place_key *key, uint32_t capacity_bits) {
  uint64_t hash = key->first * 0x9e3779b97f4a7c15ull;
  hash = (hash ^ hash >> 32 ^ key->second) * 0xbf58476d1ce4e5b9ull;
  hash = (hash ^ hash >> 32 ^ key->third) * 0x94d049bb133111ebull;
  return hash >> (64 - capacity_bits);
}

static int same(const struct hagstone_place_key *one, const struct hagstone_place_key *other) {
  return one->first == other->first && one->second == other->second && one->third == other->third;
}

/* The entry of the key, or the free one where it belongs. */
static struct hagstone_place_entry *entry_of(const struct hagstone_place_table *table,
                                             const struct hagstone_place_key *key) {
  const uint64_t mask = (1ull << table->capacity_bits) - 1;
  for (uint64_t slot = slot_of(key, table->capacity_bits);; slot = (slot + 1) & mask) {
    struct hagstone_place_entry *entry = &table->entries[slot];
    if (entry->key.first == 0 || same(&entry->key, key)) return entry;
  }
}

static uint64_t capacity_of(const struct hagstone_place_table *table) {
  return table->entries ? 1ull << table->capacity_bits : 0;
}

static int grow(struct hagstone_place_table *table) {
  struct hagstone_place_table larger = {0, table->entries ? table->capacity_bits + 1 : FIRST_CAPACITY_BITS, table->count};
  larger.entries = hagstone_table_memory(sizeof(struct hagstone_place_entry) << larger.capacity_bits);
  if (!larger.entries) return 0;
  struct hagstone_leaving_table leaving = {table->entries, capacity_of(table) * sizeof *table->entries, 0};
  for (uint64_t i = 0; i < capacity_of(table); i++) {
    const struct hagstone_place_entry *old = &table->entries[i];
    if (old->key.first) *entry_of(&larger, &old->key) = *old;
    hagstone_leave_table(&leaving, old + 1);
  }
  *table = larger;
  return 1;
}

void hagstone_place_expect(const struct hagstone_place_table *table, const struct hagstone_place_key *key) {
  if (table->entries) __builtin_prefetch(&table->entries[slot_of(key, table->capacity_bits)]);
}

void *hagstone_place_find(const struct hagstone_place_table *table, const struct hagstone_place_key *key) {
  return table->entries ? entry_of(table, key)->value : 0;
}

int hagstone_place_make_room(struct hagstone_place_table *table) {
  const uint64_t capacity = capacity_of(table);
  return table->count < capacity - capacity / 4 || grow(table);
}

void hagstone_place_add(struct hagstone_place_table *table, const struct hagstone_place_key *key, void *value) {
  struct hagstone_place_entry *entry = entry_of(table, key);
  entry->key = *key;
  entry->value = value;
  table->count++;
}

void hagstone_visit_places(const struct hagstone_place_table *table, void (*visit)(void *value)) {
  for (uint64_t i = 0; i < capacity_of(table); i++)
    if (table->entries[i].key.first) visit(table->entries[i].value);
}

void hagstone_forget_places(struct hagstone_place_table *table) {
  if (table->entries) hagstone_give_back(table->entries, sizeof(struct hagstone_place_entry) << table->capacity_bits);
  table->entries = 0;
  table->count = 0;
}
