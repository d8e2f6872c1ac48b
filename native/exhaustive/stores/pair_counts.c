/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "pair_counts.h"

#include "../leaving_table.h"

enum { FIRST_CAPACITY = 4096 };

static uint64_t home_of(const struct hagstone_pair_count_table *table, const struct hagstone_pair_key *key) {
  return hagstone_first_slot(hagstone_hash_pair(key->watch, key->trap, key->scope), table->capacity);
}

static int is_in(const struct hagstone_pair_count_table *table, uint64_t slot, const struct hagstone_pair_key *key) {
  const struct hagstone_store_pair *pair = &table->pairs[slot];
  return pair->watch == key->watch && pair->trap == key->trap && (!table->has_scopes || table->scopes[slot] == key->scope);
}

/* The slot of the key, or the free one where it belongs. */
static uint64_t slot_of(const struct hagstone_pair_count_table *table, const struct hagstone_pair_key *key) {
  uint64_t slot = home_of(table, key);
  while (table->pairs[slot].watch && !is_in(table, slot, key)) slot = slot + 1 == table->capacity ? 0 : slot + 1;
  return slot;
}

static void give_back(struct hagstone_pair_count_table *table) {
  const uint64_t capacity = table->capacity;
  if (table->pairs) hagstone_give_back(table->pairs, capacity * sizeof *table->pairs);
  if (table->scopes) hagstone_give_back(table->scopes, capacity * sizeof *table->scopes);
}

static int allocate(struct hagstone_pair_count_table *table, uint64_t capacity) {
  table->capacity = capacity;
  table->pairs = hagstone_table_memory(capacity * sizeof *table->pairs);
  table->scopes = hagstone_memory(capacity * sizeof *table->scopes);
  if (table->pairs && table->scopes) return 1;
  give_back(table);
  return 0;
}

/* Writes nothing that is zero: see struct hagstone_pair_count_table. */
static void move_slot(struct hagstone_pair_count_table *to, const struct hagstone_pair_count_table *from,
                      uint64_t old_slot) {
  const struct hagstone_pair_key key = hagstone_pair_in_slot(from, old_slot);
  const uint64_t slot = slot_of(to, &key);
  to->pairs[slot] = from->pairs[old_slot];
  if (key.scope) to->scopes[slot] = key.scope;
}

/* `from` is gone then. */
static void move_all(struct hagstone_pair_count_table *to, const struct hagstone_pair_count_table *from) {
  const uint64_t capacity = from->capacity;
  struct hagstone_leaving_table pairs = {from->pairs, capacity * sizeof *from->pairs, 0};
  struct hagstone_leaving_table scopes = {from->scopes, capacity * sizeof *from->scopes, 0};
  for (uint64_t slot = 0; slot < capacity; slot++) {
    if (from->pairs[slot].watch) move_slot(to, from, slot);
    hagstone_leave_table(&pairs, &from->pairs[slot + 1]);
    hagstone_leave_table(&scopes, &from->scopes[slot + 1]);
  }
}

static int grow(struct hagstone_pair_count_table *table) {
  struct hagstone_pair_count_table larger = {.count = table->count, .has_scopes = table->has_scopes};
  if (!allocate(&larger, table->capacity ? table->capacity + table->capacity / 2 : FIRST_CAPACITY)) return 0;
  move_all(&larger, table);
  *table = larger;
  return 1;
}

void hagstone_expect_pair_slot(const struct hagstone_pair_count_table *table, const struct hagstone_pair_key *key) {
  if (table->capacity) __builtin_prefetch(&table->pairs[home_of(table, key)], 1);
}

int64_t hagstone_known_pair_slot(const struct hagstone_pair_count_table *table, const struct hagstone_pair_key *key) {
  if (!table->capacity) return HAGSTONE_NO_PAIR_SLOT;
  const uint64_t slot = slot_of(table, key);
  return table->pairs[slot].watch ? (int64_t)slot : HAGSTONE_NO_PAIR_SLOT;
}

int64_t hagstone_pair_slot(struct hagstone_pair_count_table *table, const struct hagstone_pair_key *key) {
  if (key->scope) table->has_scopes = 1;
  const int64_t known = hagstone_known_pair_slot(table, key);
  if (known != HAGSTONE_NO_PAIR_SLOT) return known;
  if (table->count >= table->capacity - table->capacity / 4 && !grow(table)) return HAGSTONE_NO_PAIR_SLOT;
  const uint64_t slot = slot_of(table, key);
  table->pairs[slot].watch = key->watch;
  table->pairs[slot].trap = key->trap;
  if (key->scope) table->scopes[slot] = key->scope;
  table->count++;
  return (int64_t)slot;
}

struct hagstone_pair_key hagstone_pair_in_slot(const struct hagstone_pair_count_table *table, uint64_t slot) {
  return (struct hagstone_pair_key){table->pairs[slot].watch, table->pairs[slot].trap,
                                    table->has_scopes ? table->scopes[slot] : 0, 0};
}

void hagstone_forget_pair_counts(struct hagstone_pair_count_table *table) {
  give_back(table);
  *table = (struct hagstone_pair_count_table){0};
}
