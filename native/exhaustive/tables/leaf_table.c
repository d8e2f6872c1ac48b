/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "leaf_table.h"

#include "leaving_table.h"

enum { FIRST_CAPACITY = 4096 };

struct hagstone_leaf_entry {
  uint32_t place[2]; /* low and high half; both 0: free */
  uint32_t record;
};

static hagstone_place place_in(const struct hagstone_leaf_entry *entry) {
  return (uint64_t)entry->place[1] << 32 | entry->place[0];
}

/* The multiplications carry every bit of the place into the topmost ones. */
static uint64_t home_of(const struct hagstone_leaf_table *table, hagstone_place place) {
  uint64_t hash = place * 0x9e3779b97f4a7c15ull;
  hash = (hash ^ hash >> 32) * 0xbf58476d1ce4e5b9ull;
  return (uint64_t)((unsigned __int128)(hash ^ hash >> 29) * table->capacity >> 64);
}

/* The entry of the place, or the free one where it belongs. */
static struct hagstone_leaf_entry *entry_of(const struct hagstone_leaf_table *table, hagstone_place place) {
  uint64_t slot = home_of(table, place);
  for (;; slot = slot + 1 == table->capacity ? 0 : slot + 1) {
    const hagstone_place there = place_in(&table->entries[slot]);
    if (!there || there == place) return &table->entries[slot];
  }
}

static int grow(struct hagstone_leaf_table *table) {
  const uint64_t capacity = table->capacity ? table->capacity + table->capacity / 2 : FIRST_CAPACITY;
  struct hagstone_leaf_table larger = {hagstone_table_memory(capacity * sizeof *larger.entries), capacity, table->count};
  if (!larger.entries) return 0;
  struct hagstone_leaving_table leaving = {table->entries, table->capacity * sizeof *table->entries, 0};
  for (uint64_t slot = 0; slot < table->capacity; slot++) {
    const struct hagstone_leaf_entry *entry = &table->entries[slot];
    if (place_in(entry)) *entry_of(&larger, place_in(entry)) = *entry;
    hagstone_leave_table(&leaving, entry + 1);
  }
  *table = larger;
  return 1;
}

void hagstone_expect_leaf_record(const struct hagstone_leaf_table *table, hagstone_place place) {
  if (table->entries) __builtin_prefetch(&table->entries[home_of(table, place)], 1);
}

uint32_t *hagstone_leaf_record(struct hagstone_leaf_table *table, hagstone_place place) {
  if (table->entries) {
    struct hagstone_leaf_entry *known = entry_of(table, place);
    if (place_in(known)) return &known->record;
  }
  if (table->count >= table->capacity - table->capacity / 4 && !grow(table)) return 0;
  struct hagstone_leaf_entry *entry = entry_of(table, place);
  entry->place[0] = (uint32_t)place;
  entry->place[1] = (uint32_t)(place >> 32);
  table->count++;
  return &entry->record;
}

void hagstone_forget_leaf_records(struct hagstone_leaf_table *table) {
  if (table->entries) hagstone_give_back(table->entries, table->capacity * sizeof *table->entries);
  *table = (struct hagstone_leaf_table){0, 0, 0};
}
