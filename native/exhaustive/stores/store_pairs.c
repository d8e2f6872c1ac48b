/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "store_pairs.h"

#include "common/raw_format.h"
#include "pair_counts.h"

enum { HELD_BITS = 12, MOST_WAITING = 64 };

static const struct hagstone_pair_kind kinds[HAGSTONE_STORE_PAIR_KINDS] = {
    [HAGSTONE_DEAD_PAIR] = {HAGSTONE_TOOL_DEAD_STORES, HAGSTONE_RELATION_KILLED_BY, 0},
    [HAGSTONE_SILENT_PAIR] = {HAGSTONE_TOOL_SILENT_STORES, HAGSTONE_RELATION_REDUNDANT_WITH, 1}};

static struct hagstone_pair_count_table table;

/* What is not yet in the recording of one pair. */
struct held_count {
  uint32_t instances;
  uint32_t bytes;
};
struct held_pair {
  struct hagstone_pair_key key; /* watch 0: none */
  struct held_count counts[HAGSTONE_STORE_PAIR_KINDS];
};

struct hagstone_told_store_pair hagstone_told_store_pairs[HAGSTONE_MOST_TOLD_STORE_PAIRS];
uint32_t hagstone_told_store_pair_count;

/* Pairs of late, by a hash; the one that another displaces waits until there are many. */
static struct held_pair held[1 << HELD_BITS];
static struct held_pair waiting[MOST_WAITING];
static uint32_t waiting_count;

static int has_room(const struct held_count *count) { return count->bytes < 1u << 31; }

/* The number of the slot's pair, new if need be; 0: no room, counted once. */
static uint32_t number_in(uint64_t slot, uint32_t kind) {
  uint32_t *number = &table.pairs[slot].numbers[kind];
  if (!*number) {
    const struct hagstone_pair_key key = hagstone_pair_in_slot(&table, slot);
    *number = hagstone_new_counted_pair(&kinds[kind], &key, key.scope);
  }
  return *number;
}

static void drop(uint64_t instances) { *hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full) += instances; }

/* `slot`: of a pair, or HAGSTONE_NO_PAIR_SLOT. */
static void add_in_slot(int64_t slot, uint32_t kind, uint64_t instances, uint64_t bytes) {
  if (!instances) return;
  const uint32_t number = slot == HAGSTONE_NO_PAIR_SLOT ? 0 : number_in((uint64_t)slot, kind);
  if (number) {
    hagstone_count_in_counted_pair(kinds[kind].tool, number, instances, bytes);
  } else {
    drop(slot == HAGSTONE_NO_PAIR_SLOT ? instances : instances - 1);
  }
}

static void add_waiting(const struct held_pair *pair) {
  const int64_t slot = hagstone_pair_slot(&table, &pair->key);
  for (uint32_t kind = 0; kind < HAGSTONE_STORE_PAIR_KINDS; kind++)
    add_in_slot(slot, kind, pair->counts[kind].instances, pair->counts[kind].bytes);
}

/* Has the processor fetch what adding it will look at. */
static void expect_adding(const struct held_pair *pair) {
  const int64_t slot = hagstone_known_pair_slot(&table, &pair->key);
  for (uint32_t kind = 0; kind < HAGSTONE_STORE_PAIR_KINDS; kind++) {
    const uint32_t number = slot == HAGSTONE_NO_PAIR_SLOT ? 0 : table.pairs[slot].numbers[kind];
    if (!pair->counts[kind].instances) continue;
    if (number) {
      __builtin_prefetch(hagstone_count_of_pair(number), 1);
    } else {
      hagstone_expect_leaf_of(pair->key.watch);
      hagstone_expect_leaf_of(pair->key.trap);
    }
  }
}

static void add_all_waiting(void) {
  for (uint32_t i = 0; i < waiting_count; i++) hagstone_expect_pair_slot(&table, &waiting[i].key);
  for (uint32_t i = 0; i < waiting_count; i++) expect_adding(&waiting[i]);
  for (uint32_t i = 0; i < waiting_count; i++) add_waiting(&waiting[i]);
  waiting_count = 0;
}

static void let_wait(const struct held_pair *pair) {
  if (!pair->counts[HAGSTONE_DEAD_PAIR].instances && !pair->counts[HAGSTONE_SILENT_PAIR].instances) return;
  waiting[waiting_count++] = *pair;
  if (waiting_count == MOST_WAITING) add_all_waiting();
}

static uint32_t held_of(const struct hagstone_told_store_pair *told) {
  const uint64_t hash = (told->watch * 0x9e3779b97f4a7c15ull ^ told->trap ^ told->scope) * 0xbf58476d1ce4e5b9ull;
  return (uint32_t)(hash >> (64 - HELD_BITS));
}

static int is_of(const struct held_pair *pair, const struct hagstone_told_store_pair *told) {
  return pair->key.watch == told->watch && pair->key.trap == told->trap && pair->key.scope == told->scope;
}

static void add(struct held_count *count, uint64_t bytes) {
  count->instances += bytes != 0;
  count->bytes += (uint32_t)bytes;
}

static void hold(const struct hagstone_told_store_pair *told) {
  struct held_pair *pair = &held[told->held];
  struct held_count *dead = &pair->counts[HAGSTONE_DEAD_PAIR], *silent = &pair->counts[HAGSTONE_SILENT_PAIR];
  if (!is_of(pair, told) || !has_room(dead) || !has_room(silent)) {
    let_wait(pair);
    *pair = (struct held_pair){.key = {told->watch, told->trap, told->scope, 0}};
  }
  add(dead, told->dead_bytes);
  add(silent, told->silent_bytes);
}

void hagstone_hold_told_store_pairs(void) {
  struct hagstone_told_store_pair *const told = hagstone_told_store_pairs;
  for (uint32_t i = 0; i < hagstone_told_store_pair_count; i++) {
    told[i].held = held_of(&told[i]);
    __builtin_prefetch(&held[told[i].held], 1);
  }
  for (uint32_t i = 0; i < hagstone_told_store_pair_count; i++) hold(&told[i]);
  hagstone_told_store_pair_count = 0;
}

void hagstone_add_silent_store_pairs(const struct hagstone_pair_key *key, uint64_t instances, uint64_t bytes) {
  add_in_slot(hagstone_pair_slot(&table, key), HAGSTONE_SILENT_PAIR, instances, bytes);
}

void hagstone_add_interleaved_store_pair(uint32_t tool, const struct hagstone_pair_key *key, uint64_t bytes) {
  const uint32_t kind = tool == HAGSTONE_TOOL_DEAD_STORES ? HAGSTONE_DEAD_PAIR : HAGSTONE_SILENT_PAIR;
  const int64_t slot = hagstone_pair_slot(&table, key);
  const uint32_t number = slot == HAGSTONE_NO_PAIR_SLOT ? 0 : number_in((uint64_t)slot, kind);
  if (number) {
    struct hagstone_exact_pair *pair = hagstone_record_of_pair(number);
    pair->interleaved_instances++;
    pair->interleaved_bytes += bytes;
  } else if (slot == HAGSTONE_NO_PAIR_SLOT) {
    drop(1);
  }
}

void hagstone_write_store_pairs(void) {
  hagstone_hold_told_store_pairs();
  for (uint32_t i = 0; i < 1u << HELD_BITS; i++) {
    let_wait(&held[i]);
    for (uint32_t kind = 0; kind < HAGSTONE_STORE_PAIR_KINDS; kind++) held[i].counts[kind] = (struct held_count){0, 0};
  }
  add_all_waiting();
}

void hagstone_forget_store_pairs(void) {
  hagstone_forget_counted_pairs();
  hagstone_forget_pair_counts(&table);
  for (uint32_t i = 0; i < 1u << HELD_BITS; i++) held[i] = (struct held_pair){.key = {0, 0, 0, 0}};
  waiting_count = 0;
  hagstone_told_store_pair_count = 0;
}
