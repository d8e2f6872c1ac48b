/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "store_pairs.h"

#include "common/raw_format.h"
#include "pair_counts.h"
#include "pair_increments.h"

enum { HELD_BITS = 12, MOST_WAITING = 64 };

static const struct hagstone_pair_kind kinds[HAGSTONE_STORE_PAIR_KINDS] = {
    [HAGSTONE_DEAD_PAIR] = {HAGSTONE_TOOL_DEAD_STORES, HAGSTONE_RELATION_KILLED_BY, 0},
    [HAGSTONE_SILENT_PAIR] = {HAGSTONE_TOOL_SILENT_STORES, HAGSTONE_RELATION_REDUNDANT_WITH, 1}};

static struct hagstone_pair_count_table table;

/* What is not yet in the table of one pair. */
struct held_pair {
  struct hagstone_pair_key key; /* watch 0: none */
  struct hagstone_held_count counts[HAGSTONE_STORE_PAIR_KINDS];
};

struct hagstone_told_store_pair hagstone_told_store_pairs[HAGSTONE_MOST_TOLD_STORE_PAIRS];
uint32_t hagstone_told_store_pair_count;

/* Pairs of late, by a hash; the one that another displaces waits until there are many. */
static struct held_pair held[1 << HELD_BITS];
static struct held_pair waiting[MOST_WAITING];
static uint32_t waiting_count;

static int has_room(const struct hagstone_held_count *count) { return count->bytes < 1u << 31; }

/* Null: no room, counted once. */
static struct hagstone_exact_pair *record_in(uint64_t slot, uint32_t kind) {
  struct hagstone_exact_pair **record = &table.records[kind][slot];
  if (!*record) {
    const struct hagstone_pair_key key = hagstone_pair_in_slot(&table, slot);
    *record = hagstone_record_pair(&kinds[kind], &key, key.scope);
  }
  return *record;
}

static void drop(uint64_t instances) { *hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full) += instances; }

static void write_kind(uint64_t slot, uint32_t kind, int release) {
  struct hagstone_held_count *count = &table.pairs[slot].counts[kind];
  if (!count->instances) return;
  struct hagstone_exact_pair *record = record_in(slot, kind);
  if (record) {
    hagstone_increment_pair(kinds[kind].tool, record, count->instances, count->bytes, release);
  } else {
    drop(count->instances - 1);
  }
  *count = (struct hagstone_held_count){0, 0};
}

static void add_waiting(const struct held_pair *pair) {
  const int64_t slot = hagstone_pair_slot(&table, &pair->key);
  struct hagstone_held_count *counts = slot < 0 ? 0 : hagstone_counts_to_change(&table, (uint64_t)slot);
  for (uint32_t kind = 0; kind < HAGSTONE_STORE_PAIR_KINDS; kind++) {
    const struct hagstone_held_count *more = &pair->counts[kind];
    if (!counts) {
      drop(more->instances);
      continue;
    }
    struct hagstone_held_count *count = &counts[kind];
    /* Each instance has a byte at least. */
    if (more->bytes > UINT32_MAX - count->bytes) write_kind((uint64_t)slot, kind, 0);
    count->instances += more->instances;
    count->bytes += more->bytes;
  }
}

static void add_all_waiting(void) {
  for (uint32_t i = 0; i < waiting_count; i++) hagstone_expect_pair_slot(&table, &waiting[i].key);
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

static void add(struct hagstone_held_count *count, uint64_t bytes) {
  count->instances += bytes != 0;
  count->bytes += (uint32_t)bytes;
}

static void hold(const struct hagstone_told_store_pair *told) {
  struct held_pair *pair = &held[told->held];
  struct hagstone_held_count *dead = &pair->counts[HAGSTONE_DEAD_PAIR], *silent = &pair->counts[HAGSTONE_SILENT_PAIR];
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

/* Held back like all others: what a killed process leaves is of one time. */
void hagstone_add_silent_store_pairs(const struct hagstone_pair_key *key, uint64_t instances, uint64_t bytes) {
  const int64_t slot = hagstone_pair_slot(&table, key);
  const struct hagstone_held_count *before = slot < 0 ? 0 : &table.pairs[slot].counts[HAGSTONE_SILENT_PAIR];
  if (before && bytes <= UINT32_MAX - before->bytes) {
    struct hagstone_held_count *count = &hagstone_counts_to_change(&table, (uint64_t)slot)[HAGSTONE_SILENT_PAIR];
    count->instances += (uint32_t)instances;
    count->bytes += (uint32_t)bytes;
    return;
  }
  struct hagstone_exact_pair *pair = before ? record_in((uint64_t)slot, HAGSTONE_SILENT_PAIR) : 0;
  if (pair) {
    hagstone_count_in_pair(pair, instances, bytes);
  } else {
    drop(before ? instances - 1 : instances);
  }
}

void hagstone_add_interleaved_store_pair(uint32_t tool, const struct hagstone_pair_key *key, uint64_t bytes) {
  const uint32_t kind = tool == HAGSTONE_TOOL_DEAD_STORES ? HAGSTONE_DEAD_PAIR : HAGSTONE_SILENT_PAIR;
  const int64_t slot = hagstone_pair_slot(&table, key);
  struct hagstone_exact_pair *pair = slot < 0 ? 0 : record_in((uint64_t)slot, kind);
  if (pair) {
    pair->interleaved_instances++;
    pair->interleaved_bytes += bytes;
  } else if (slot < 0) {
    drop(1);
  }
}

/* Has the processor fetch where the slot's records are. */
static void expect_records(uint64_t slot) {
  for (uint32_t kind = 0; kind < HAGSTONE_STORE_PAIR_KINDS; kind++)
    if (table.pairs[slot].counts[kind].instances) __builtin_prefetch(&table.records[kind][slot]);
}

/* Has it fetch what making those that the slot lacks will look at. */
static void expect_making(uint64_t slot) {
  const struct hagstone_pair_counts *pair = &table.pairs[slot];
  for (uint32_t kind = 0; kind < HAGSTONE_STORE_PAIR_KINDS; kind++) {
    if (!pair->counts[kind].instances || table.records[kind][slot]) continue;
    hagstone_expect_leaf_of(pair->watch);
    hagstone_expect_leaf_of(pair->trap);
  }
}

static void write_changed(int release) {
  /* With some megabytes of records. */
  enum { SLOTS_BETWEEN_RELEASES = 1 << 15, AHEAD = 16, FAR_AHEAD = 64, FARTHEST = 128 };
  const uint64_t count = table.changed_count;
  for (uint64_t i = 0; i < count; i++) {
    if (i + FARTHEST < count) __builtin_prefetch(&table.pairs[table.changed[i + FARTHEST]], 1);
    if (i + FAR_AHEAD < count) expect_records(table.changed[i + FAR_AHEAD]);
    if (i + AHEAD < count) expect_making(table.changed[i + AHEAD]);
    for (uint32_t kind = 0; kind < HAGSTONE_STORE_PAIR_KINDS; kind++) write_kind(table.changed[i], kind, release);
    if (release && i % SLOTS_BETWEEN_RELEASES == SLOTS_BETWEEN_RELEASES - 1) hagstone_release_recording();
  }
  table.changed_count = 0;
  hagstone_write_increments(release);
}

void hagstone_write_store_pairs(int release) {
  hagstone_hold_told_store_pairs();
  for (uint32_t i = 0; i < 1u << HELD_BITS; i++) {
    let_wait(&held[i]);
    for (uint32_t kind = 0; kind < HAGSTONE_STORE_PAIR_KINDS; kind++)
      held[i].counts[kind] = (struct hagstone_held_count){0, 0};
  }
  add_all_waiting();
  write_changed(release);
  if (release) hagstone_release_recording();
}

void hagstone_forget_store_pairs(void) {
  hagstone_forget_pair_counts(&table);
  hagstone_forget_increments();
  for (uint32_t i = 0; i < 1u << HELD_BITS; i++) held[i] = (struct held_pair){.key = {0, 0, 0, 0}};
  waiting_count = 0;
  hagstone_told_store_pair_count = 0;
}
