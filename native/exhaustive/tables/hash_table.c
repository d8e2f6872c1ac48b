/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "hash_table.h"

#include "exhaustive/measurement.h"

enum { FIRST_CAPACITY_BITS = 10 };

/* The multiplications carry every bit into the topmost ones, which are the slot. */
static uint64_t slot_of(const struct hagstone_hash_table *table, uint64_t first, uint64_t second) {
  uint64_t hash = first * 0x9e3779b97f4a7c15ull;
  hash = (hash ^ hash >> 32 ^ second) * 0xbf58476d1ce4e5b9ull;
  return (hash ^ hash >> 29) * 0x94d049bb133111ebull >> (64 - table->capacity_bits);
}

static uint64_t mask_of(const struct hagstone_hash_table *table) { return (1ull << table->capacity_bits) - 1; }

/* The entry of the key, or the free one where it belongs. */
static struct hagstone_hash_entry *entry_of(const struct hagstone_hash_table *table, uint64_t first, uint64_t second) {
  for (uint64_t slot = slot_of(table, first, second);; slot = (slot + 1) & mask_of(table)) {
    struct hagstone_hash_entry *entry = &table->entries[slot];
    if (!entry->value || (entry->key[0] == first && entry->key[1] == second)) return entry;
  }
}

static uint64_t bytes_of(const struct hagstone_hash_table *table) {
  return sizeof(struct hagstone_hash_entry) << table->capacity_bits;
}

/* Entries that were returned but never set stay unused. */
static int grow(struct hagstone_hash_table *table) {
  struct hagstone_hash_table larger = {0, table->entries ? table->capacity_bits + 1 : FIRST_CAPACITY_BITS, 0};
  larger.entries = hagstone_table_memory(bytes_of(&larger));
  if (!larger.entries) return 0;
  if (table->entries) {
    for (uint64_t i = 0; i <= mask_of(table); i++) {
      const struct hagstone_hash_entry *entry = &table->entries[i];
      if (!entry->value) continue;
      *entry_of(&larger, entry->key[0], entry->key[1]) = *entry;
      larger.count++;
    }
    hagstone_give_back(table->entries, bytes_of(table));
  }
  *table = larger;
  return 1;
}

uint64_t *hagstone_hash_find(const struct hagstone_hash_table *table, uint64_t first, uint64_t second) {
  if (!table->entries) return 0;
  struct hagstone_hash_entry *entry = entry_of(table, first, second);
  return entry->value ? &entry->value : 0;
}

uint64_t *hagstone_hash_add(struct hagstone_hash_table *table, uint64_t first, uint64_t second) {
  if (!table->entries && !grow(table)) return 0;
  struct hagstone_hash_entry *entry = entry_of(table, first, second);
  if (entry->value) return &entry->value;
  if (table->count >= mask_of(table) / 4 * 3) {
    if (!grow(table)) return 0;
    entry = entry_of(table, first, second);
  }
  entry->key[0] = first;
  entry->key[1] = second;
  table->count++;
  return &entry->value;
}

void hagstone_hash_remove(struct hagstone_hash_table *table, uint64_t first, uint64_t second) {
  if (!table->entries) return;
  struct hagstone_hash_entry *hole = entry_of(table, first, second);
  if (!hole->value) return;
  hole->value = 0;
  table->count--;
  /* Entries further on that could not be placed here because it was taken move up. */
  const uint64_t mask = mask_of(table);
  uint64_t hole_slot = (uint64_t)(hole - table->entries);
  for (uint64_t slot = (hole_slot + 1) & mask; table->entries[slot].value; slot = (slot + 1) & mask) {
    struct hagstone_hash_entry *entry = &table->entries[slot];
    const uint64_t home = slot_of(table, entry->key[0], entry->key[1]);
    if (((slot - home) & mask) < ((slot - hole_slot) & mask)) continue;
    table->entries[hole_slot] = *entry;
    entry->value = 0;
    hole_slot = slot;
  }
}

const struct hagstone_hash_entry *hagstone_hash_next(const struct hagstone_hash_table *table, uint64_t *position) {
  if (!table->entries) return 0;
  while (*position <= mask_of(table)) {
    const struct hagstone_hash_entry *entry = &table->entries[(*position)++];
    if (entry->value) return entry;
  }
  return 0;
}

void hagstone_hash_clear(struct hagstone_hash_table *table) {
  if (table->entries) hagstone_give_back(table->entries, bytes_of(table));
  *table = (struct hagstone_hash_table){0, 0, 0};
}
