/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "store_pairs.h"

#include "common/raw_format.h"

enum { HELD_BITS = 12, MOST_WAITING = 64 };

static struct hagstone_pair_table dead_pairs = {HAGSTONE_TOOL_DEAD_STORES, HAGSTONE_RELATION_KILLED_BY, 0, {0, 0, 0}};
static struct hagstone_pair_table silent_pairs = {
    HAGSTONE_TOOL_SILENT_STORES, HAGSTONE_RELATION_REDUNDANT_WITH, 1, {0, 0, 0}};

struct count {
  uint32_t instances;
  uint32_t bytes;
};

/* What is not yet in the recording of the pairs of two places. */
struct held_pair {
  struct hagstone_pair_key key; /* watch 0: none */
  struct count dead;
  struct count silent;
};

/* Pairs of late, by a hash; the one that another displaces waits until there are many. */
static struct held_pair held[1 << HELD_BITS];
static struct held_pair *latest = held;
static struct held_pair waiting[MOST_WAITING];
static uint32_t waiting_count;

static void expect(const struct hagstone_pair_table *table, const struct held_pair *pair, const struct count *count) {
  if (count->instances) hagstone_expect_pair(table, &pair->key);
}

static struct hagstone_exact_pair *find(const struct hagstone_pair_table *table, const struct held_pair *pair,
                                        const struct count *count) {
  struct hagstone_exact_pair *found = count->instances ? hagstone_find_pair(table, &pair->key) : 0;
  if (found) __builtin_prefetch(&found->instances, 1);
  return found;
}

/* New if need be. Null: no room, counted. */
static struct hagstone_exact_pair *pair_of(struct hagstone_pair_table *table, const struct hagstone_pair_key *key) {
  struct hagstone_exact_pair *pair = hagstone_find_pair(table, key);
  return pair ? pair : hagstone_add_pair(table, key, key->scope);
}

static void write(struct hagstone_pair_table *table, const struct held_pair *pair, const struct count *count,
                  struct hagstone_exact_pair *found) {
  if (!count->instances) return;
  if (!found) found = pair_of(table, &pair->key);
  if (!found) {
    /* One of them is counted already. */
    *hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full) += count->instances - 1;
    return;
  }
  found->instances += count->instances;
  found->bytes += count->bytes;
}

static void write_waiting(void) {
  struct hagstone_exact_pair *dead[MOST_WAITING], *silent[MOST_WAITING];
  for (uint32_t i = 0; i < waiting_count; i++) {
    expect(&dead_pairs, &waiting[i], &waiting[i].dead);
    expect(&silent_pairs, &waiting[i], &waiting[i].silent);
  }
  for (uint32_t i = 0; i < waiting_count; i++) {
    dead[i] = find(&dead_pairs, &waiting[i], &waiting[i].dead);
    silent[i] = find(&silent_pairs, &waiting[i], &waiting[i].silent);
  }
  for (uint32_t i = 0; i < waiting_count; i++) {
    write(&dead_pairs, &waiting[i], &waiting[i].dead, dead[i]);
    write(&silent_pairs, &waiting[i], &waiting[i].silent, silent[i]);
  }
  waiting_count = 0;
}

static void let_wait(const struct held_pair *pair) {
  if (!pair->dead.instances && !pair->silent.instances) return;
  waiting[waiting_count++] = *pair;
  if (waiting_count == MOST_WAITING) write_waiting();
}

static inline int are_equal(const struct hagstone_pair_key *one, const struct hagstone_pair_key *other) {
  return one->watch == other->watch && one->trap == other->trap && one->scope == other->scope;
}

static struct held_pair *held_of(const struct hagstone_pair_key *key) {
  if (are_equal(&latest->key, key)) return latest;
  const uint64_t hash = (key->watch * 0x9e3779b97f4a7c15ull ^ key->trap ^ key->scope) * 0xbf58476d1ce4e5b9ull;
  struct held_pair *pair = &held[hash >> (64 - HELD_BITS)];
  if (!are_equal(&pair->key, key)) {
    let_wait(pair);
    *pair = (struct held_pair){*key, {0, 0}, {0, 0}};
  }
  latest = pair;
  return pair;
}

static int has_room(const struct count *count) { return count->bytes < 1u << 31; }

static void add(struct count *count, uint64_t bytes) {
  count->instances += bytes != 0;
  count->bytes += (uint32_t)bytes;
}

void hagstone_add_store_pair(const struct hagstone_pair_key *key, uint64_t dead_bytes, uint64_t silent_bytes) {
  struct held_pair *pair = held_of(key);
  if (!has_room(&pair->dead) || !has_room(&pair->silent)) {
    let_wait(pair);
    *pair = (struct held_pair){*key, {0, 0}, {0, 0}};
  }
  add(&pair->dead, dead_bytes);
  add(&pair->silent, silent_bytes);
}

void hagstone_add_interleaved_store_pair(uint32_t tool, const struct hagstone_pair_key *key, uint64_t bytes) {
  struct hagstone_pair_table *table = tool == HAGSTONE_TOOL_DEAD_STORES ? &dead_pairs : &silent_pairs;
  struct hagstone_exact_pair *pair = pair_of(table, key);
  if (!pair) return;
  pair->interleaved_instances++;
  pair->interleaved_bytes += bytes;
}

void hagstone_write_store_pairs(void) {
  for (uint32_t i = 0; i < 1u << HELD_BITS; i++) {
    let_wait(&held[i]);
    held[i].dead = held[i].silent = (struct count){0, 0};
  }
  write_waiting();
}

void hagstone_forget_store_pairs(void) {
  hagstone_forget_places(&dead_pairs.places);
  hagstone_forget_places(&silent_pairs.places);
  for (uint32_t i = 0; i < 1u << HELD_BITS; i++) held[i] = (struct held_pair){{0, 0, 0, 0}, {0, 0}, {0, 0}};
  waiting_count = 0;
}
