/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "pair_index.h"

#include "exhaustive/tables/leaving_table.h"

enum { FIRST_CAPACITY = 4096 };

struct hagstone_pair_index_entry {
  uint64_t watch; /* 0: free */
  uint64_t trap;
  void *value;
};

/* The multiplications carry every bit of both into the topmost ones. */
static uint64_t home_of(const struct hagstone_pair_index *index, uint64_t watch, uint64_t trap) {
  uint64_t hash = watch * 0x9e3779b97f4a7c15ull;
  hash = (hash ^ hash >> 32 ^ trap) * 0xbf58476d1ce4e5b9ull;
  hash = (hash ^ hash >> 32) * 0x94d049bb133111ebull;
  return (uint64_t)((unsigned __int128)hash * index->capacity >> 64);
}

/* The entry of the pair, or the free one where it belongs. */
static struct hagstone_pair_index_entry *entry_of(const struct hagstone_pair_index *index, uint64_t watch, uint64_t trap) {
  uint64_t slot = home_of(index, watch, trap);
  for (;; slot = slot + 1 == index->capacity ? 0 : slot + 1) {
    struct hagstone_pair_index_entry *entry = &index->entries[slot];
    if (!entry->watch || (entry->watch == watch && entry->trap == trap)) return entry;
  }
}

static int grow(struct hagstone_pair_index *index) {
  const uint64_t capacity = index->capacity ? index->capacity + index->capacity / 2 : FIRST_CAPACITY;
  struct hagstone_pair_index larger = {hagstone_table_memory(capacity * sizeof *larger.entries), capacity, index->count};
  if (!larger.entries) return 0;
  struct hagstone_leaving_table leaving = {index->entries, index->capacity * sizeof *index->entries, 0};
  for (uint64_t slot = 0; slot < index->capacity; slot++) {
    const struct hagstone_pair_index_entry *old = &index->entries[slot];
    if (old->watch) *entry_of(&larger, old->watch, old->trap) = *old;
    hagstone_leave_table(&leaving, old + 1);
  }
  *index = larger;
  return 1;
}

void *hagstone_indexed_pair(const struct hagstone_pair_index *index, uint64_t watch, uint64_t trap) {
  return index->entries ? entry_of(index, watch, trap)->value : 0;
}

int hagstone_make_room_in_pair_index(struct hagstone_pair_index *index) {
  return index->count < index->capacity - index->capacity / 4 || grow(index);
}

void hagstone_index_pair(struct hagstone_pair_index *index, uint64_t watch, uint64_t trap, void *value) {
  *entry_of(index, watch, trap) = (struct hagstone_pair_index_entry){watch, trap, value};
  index->count++;
}

void hagstone_forget_indexed_pairs(struct hagstone_pair_index *index) {
  if (index->entries) hagstone_give_back(index->entries, index->capacity * sizeof *index->entries);
  *index = (struct hagstone_pair_index){0, 0, 0};
}
