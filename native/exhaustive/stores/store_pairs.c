/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "store_pairs.h"

#include "common/raw_format.h"
#include "pair_counts.h"

enum { LEAST_HELD_BITS = 12, MOST_HELD_BITS = 17, MOST_WAITING = 64 };

static const struct hagstone_pair_kind kinds[HAGSTONE_STORE_PAIR_KINDS] = {
    [HAGSTONE_DEAD_PAIR] = {HAGSTONE_TOOL_DEAD_STORES, HAGSTONE_RELATION_KILLED_BY, 0},
    [HAGSTONE_SILENT_PAIR] = {HAGSTONE_TOOL_SILENT_STORES, HAGSTONE_RELATION_REDUNDANT_WITH, 1}};

/* Counts of one pair that are not yet in the recording, in half a cache line. */
struct held_pair {
  hagstone_place watch, trap; /* watch 0: none */
  uint32_t scope;
  uint16_t instances[HAGSTONE_STORE_PAIR_KINDS];
  uint32_t bytes[HAGSTONE_STORE_PAIR_KINDS];
} __attribute__((aligned(32)));

struct hagstone_told_store_pair hagstone_told_store_pairs[HAGSTONE_MOST_TOLD_STORE_PAIRS];
uint32_t hagstone_told_store_pair_count;

/* Pairs of late, by a hash; the one that another displaces waits until there are many. For compilers there are so many that
 * most instances meet their pair here: it is in the last cache, where the pairs themselves do not. */
static struct held_pair held[1 << MOST_HELD_BITS];
static uint32_t held_bits = LEAST_HELD_BITS; /* of the hash */
static uint64_t displaced;                   /* since there are so many */
/* Those that hold a pair: small programs, for which time lines ask for all counts every few milliseconds, have few. */
static uint32_t holding[1 << MOST_HELD_BITS];
static uint32_t holding_count;
static struct held_pair waiting[MOST_WAITING];
static uint32_t waiting_count;

static int has_room(const struct held_pair *pair) {
  uint32_t instances = 0, bytes = 0;
  for (uint32_t kind = 0; kind < HAGSTONE_STORE_PAIR_KINDS; kind++) {
    instances |= pair->instances[kind];
    bytes |= pair->bytes[kind];
  }
  return instances < 1u << 15 && bytes < 1u << 31;
}

static struct hagstone_pair_key key_of(const struct held_pair *pair) {
  return (struct hagstone_pair_key){pair->watch, pair->trap, pair->scope, 0};
}

/* The number of a pair, which has this key, new if need be; 0: no room, counted once. */
static uint32_t number_of(struct hagstone_store_pair *pair, const struct hagstone_pair_key *key, uint32_t kind) {
  uint32_t *number = &pair->numbers[kind];
  if (!*number) *number = hagstone_new_counted_pair(&kinds[kind], key, key->scope);
  return *number;
}

static void drop(uint64_t instances) { *hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full) += instances; }

/* `pair`: of the key; null where there is no memory. */
static void add_in_pair(struct hagstone_store_pair *pair, const struct hagstone_pair_key *key, uint32_t kind,
                        uint64_t instances, uint64_t bytes) {
  if (!instances) return;
  const uint32_t number = pair ? number_of(pair, key, kind) : 0;
  if (number) {
    hagstone_count_in_counted_pair(kinds[kind].tool, number, instances, bytes);
  } else {
    drop(pair ? instances - 1 : instances);
  }
}

/* Prefetches the data that adding to it reads; null: to a new one. */
static void expect_adding(const struct hagstone_store_pair *known, const struct held_pair *pair) {
  for (uint32_t kind = 0; kind < HAGSTONE_STORE_PAIR_KINDS; kind++) {
    if (!pair->instances[kind]) continue;
    const uint32_t number = known ? known->numbers[kind] : 0;
    if (number) {
      __builtin_prefetch(hagstone_count_of_pair(number), 1);
    } else {
      hagstone_expect_leaf_of(pair->watch);
      hagstone_expect_leaf_of(pair->trap);
    }
  }
}

static void add_all_waiting(void) {
  struct hagstone_pair_key keys[MOST_WAITING];
  uint32_t hashes[MOST_WAITING];
  struct hagstone_store_pair *pairs[MOST_WAITING];
  for (uint32_t i = 0; i < waiting_count; i++) {
    keys[i] = key_of(&waiting[i]);
    hashes[i] = hagstone_store_pair_hash(&keys[i]);
    hagstone_expect_store_pair(hashes[i]);
  }
  for (uint32_t i = 0; i < waiting_count; i++) pairs[i] = hagstone_likely_store_pair(hashes[i]);
  for (uint32_t i = 0; i < waiting_count; i++) {
    pairs[i] = hagstone_known_store_pair(&keys[i], hashes[i], pairs[i]);
    expect_adding(pairs[i], &waiting[i]);
  }
  for (uint32_t i = 0; i < waiting_count; i++) {
    struct hagstone_store_pair *pair = pairs[i] ? pairs[i] : hagstone_store_pair(&keys[i], hashes[i]);
    for (uint32_t kind = 0; kind < HAGSTONE_STORE_PAIR_KINDS; kind++)
      add_in_pair(pair, &keys[i], kind, waiting[i].instances[kind], waiting[i].bytes[kind]);
  }
  waiting_count = 0;
}

static void let_wait(const struct held_pair *pair) {
  if (!pair->instances[HAGSTONE_DEAD_PAIR] && !pair->instances[HAGSTONE_SILENT_PAIR]) return;
  waiting[waiting_count++] = *pair;
  if (waiting_count == MOST_WAITING) add_all_waiting();
}

static uint32_t held_of(const struct hagstone_told_store_pair *told) {
  const uint64_t hash = (told->watch * 0x9e3779b97f4a7c15ull ^ told->trap ^ told->scope) * 0xbf58476d1ce4e5b9ull;
  return (uint32_t)(hash >> (64 - held_bits));
}

static int is_of(const struct held_pair *pair, const struct hagstone_told_store_pair *told) {
  return pair->watch == told->watch && pair->trap == told->trap && pair->scope == told->scope;
}

static void add(struct held_pair *pair, uint32_t kind, uint32_t bytes) {
  pair->instances[kind] = (uint16_t)(pair->instances[kind] + (bytes != 0));
  pair->bytes[kind] += bytes;
}

static void hold(const struct hagstone_told_store_pair *told) {
  struct held_pair *pair = &held[told->held];
  if (!is_of(pair, told) || !has_room(pair)) {
    if (pair->watch) {
      let_wait(pair);
      displaced++;
    } else {
      holding[holding_count++] = told->held;
    }
    *pair = (struct held_pair){told->watch, told->trap, told->scope, {0, 0}, {0, 0}};
  }
  add(pair, HAGSTONE_DEAD_PAIR, told->dead_bytes);
  add(pair, HAGSTONE_SILENT_PAIR, told->silent_bytes);
}

static void hold_nothing(void) {
  for (uint32_t i = 0; i < holding_count; i++) held[holding[i]].watch = 0;
  holding_count = 0;
}

static void let_all_wait(void) {
  for (uint32_t i = 0; i < holding_count; i++) let_wait(&held[holding[i]]);
  hold_nothing();
}

/* Twice as many, once those there are have been displaced this often on average. */
static void hold_more(void) {
  enum { OFTEN = 4 };
  if (held_bits == MOST_HELD_BITS || displaced < (uint64_t)OFTEN << held_bits) return;
  let_all_wait();
  held_bits++;
  displaced = 0;
}

void hagstone_hold_told_store_pairs(void) {
  hold_more();
  struct hagstone_told_store_pair *const told = hagstone_told_store_pairs;
  for (uint32_t i = 0; i < hagstone_told_store_pair_count; i++) {
    told[i].held = held_of(&told[i]);
    __builtin_prefetch(&held[told[i].held], 1);
  }
  for (uint32_t i = 0; i < hagstone_told_store_pair_count; i++) hold(&told[i]);
  hagstone_told_store_pair_count = 0;
}

void hagstone_add_silent_store_pairs(const struct hagstone_pair_key *key, uint64_t instances, uint64_t bytes) {
  add_in_pair(hagstone_store_pair(key, hagstone_store_pair_hash(key)), key, HAGSTONE_SILENT_PAIR, instances, bytes);
}

void hagstone_add_interleaved_store_pair(uint32_t tool, const struct hagstone_pair_key *key, uint64_t bytes) {
  const uint32_t kind = tool == HAGSTONE_TOOL_DEAD_STORES ? HAGSTONE_DEAD_PAIR : HAGSTONE_SILENT_PAIR;
  struct hagstone_store_pair *pair = hagstone_store_pair(key, hagstone_store_pair_hash(key));
  const uint32_t number = pair ? number_of(pair, key, kind) : 0;
  if (number) {
    struct hagstone_exact_pair *record = hagstone_record_of_pair(number);
    record->interleaved_instances++;
    record->interleaved_bytes += bytes;
  } else if (!pair) {
    drop(1);
  }
}

void hagstone_write_store_pairs(void) {
  hagstone_hold_told_store_pairs();
  let_all_wait();
  add_all_waiting();
}

void hagstone_forget_store_pairs(void) {
  hagstone_forget_counted_pairs();
  hagstone_forget_pair_counts();
  hold_nothing();
  waiting_count = 0;
  hagstone_told_store_pair_count = 0;
}
