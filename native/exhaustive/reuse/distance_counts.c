/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "distance_counts.h"

#include "common/raw_format.h"
#include "exhaustive/measurement.h"

enum {
  /* Accesses are counted in fewer than 53 bits: at a thousand million a second those last for months. */
  BUCKETS = 2048 + (53 - 11) * 1024,
  GRANULARITIES = 3,
  AXES = HAGSTONE_AXIS_FIRST
};

static uint64_t *new_record(uint32_t pair, uint32_t axis, uint32_t granularity_bits, uint32_t bucket) {
  const struct hagstone_reuse_count fresh = {
      .pair = pair, .axis = (uint8_t)axis, .granularity = (uint8_t)(1u << granularity_bits), .bucket = bucket};
  struct hagstone_reuse_count *const record = hagstone_new_counter(HAGSTONE_RECORD_REUSE_COUNT, &fresh, sizeof fresh);
  return record ? &record->count : 0;
}

static void drop(uint64_t amount) { *hagstone_statistic(HAGSTONE_STATISTIC_dropped_distances_full) += amount; }

/* ---- The whole process: a place for each bucket. ---- */

struct process_counts {
  uint64_t counted[BUCKETS];  /* since they were written */
  uint64_t *records[BUCKETS]; /* null: none yet */
};
static struct process_counts *of_process[AXES][GRANULARITIES];

uint64_t *hagstone_process_distances(uint32_t axis, uint32_t granularity_bits) {
  struct process_counts **const counts = &of_process[axis - 1][granularity_bits / 3];
  if (!*counts) *counts = hagstone_memory(sizeof **counts);
  return *counts ? (*counts)->counted : 0;
}

static void count_in_process(uint32_t axis, uint32_t granularity_bits, uint32_t bucket, uint64_t amount) {
  uint64_t *const counted = hagstone_process_distances(axis, granularity_bits);
  if (counted)
    counted[bucket] += amount;
  else
    drop(amount);
}

void hagstone_count_distance(uint32_t axis, uint32_t granularity_bits, uint32_t bucket, uint64_t amount) {
  count_in_process(axis, granularity_bits, bucket, amount);
}

static void write_bucket(struct process_counts *counts, uint32_t axis, uint32_t granularity_bits, uint32_t bucket) {
  uint64_t **const record = &counts->records[bucket];
  if (counts->counted[bucket] == 0) return;
  if (!*record) *record = new_record(0, axis, granularity_bits, bucket);
  if (*record)
    **record += counts->counted[bucket];
  else
    drop(counts->counted[bucket]);
  counts->counted[bucket] = 0;
}

static void write_process_distances(void) {
  for (uint32_t axis = 1; axis <= AXES; axis++)
    for (uint32_t index = 0; index < GRANULARITIES; index++) {
      struct process_counts *const counts = of_process[axis - 1][index];
      for (uint32_t bucket = 0; counts && bucket < BUCKETS; bucket++) write_bucket(counts, axis, 3 * index, bucket);
    }
}

/* ---- Pairs: a hash table that only grows, open addressing, at most half full. ---- */

/* A word for each (pair, axis, granularity, bucket): the count below, the key above. */
enum { COUNT_BITS = 20, BUCKET_BITS = 16, KIND_BITS = 3, PAIR_BITS = 64 - COUNT_BITS - BUCKET_BITS - KIND_BITS };
#define COUNT_LIMIT ((1ull << COUNT_BITS) - 1)
enum { FIRST_CAPACITY_BITS = 12 };

static uint64_t *words;    /* 0: free */
static uint64_t **records; /* of each word; null: none yet */
static uint32_t capacity_bits, word_count;

/* Kinds: both axes at three granularities, from 1 so that no word is 0. */
static uint64_t key_of(uint32_t pair, uint32_t axis, uint32_t granularity_bits, uint32_t bucket) {
  const uint64_t kind = (axis == HAGSTONE_AXIS_STACK) * GRANULARITIES + granularity_bits / 3 + 1;
  return ((uint64_t)pair << (BUCKET_BITS + KIND_BITS) | kind << BUCKET_BITS | bucket) << COUNT_BITS;
}

/* Eight neighbouring buckets lie in one cache line, and probes go through one before the next: distances that differ
 * little are seen together. */
static uint64_t first_line_of(uint32_t bits, uint64_t key) {
  return (key >> (COUNT_BITS + 3)) * 0x9e3779b97f4a7c15ull >> (64 - bits) & ~7ull;
}

static uint64_t position_of(const uint64_t *table, uint32_t bits, uint64_t key) {
  const uint64_t mask = (1ull << bits) - 1;
  uint64_t line = first_line_of(bits, key);
  for (;; line = (line + 8) & mask)
    for (uint64_t probe = 0, first = key >> COUNT_BITS; probe < 8; probe++) {
      const uint64_t at = line | ((first + probe) & 7);
      if (table[at] == 0 || ((table[at] ^ key) & ~COUNT_LIMIT) == 0) return at;
    }
}

static void write_word(uint64_t at) {
  const uint64_t count = words[at] & COUNT_LIMIT, key = words[at] >> COUNT_BITS;
  if (count == 0) return;
  const uint32_t kind = (uint32_t)(key >> BUCKET_BITS & ((1u << KIND_BITS) - 1)) - 1, bits = 3 * (kind % GRANULARITIES);
  const uint32_t axis = kind >= GRANULARITIES ? HAGSTONE_AXIS_STACK : HAGSTONE_AXIS_TIME;
  const uint32_t bucket = (uint32_t)(key & ((1u << BUCKET_BITS) - 1));
  count_in_process(axis, bits, bucket, count);
  if (!records[at]) records[at] = new_record((uint32_t)(key >> (BUCKET_BITS + KIND_BITS)), axis, bits, bucket);
  if (records[at])
    *records[at] += count;
  else
    drop(count);
  words[at] &= ~COUNT_LIMIT;
}

static void free_table(void) {
  if (!words) return;
  hagstone_give_back(words, sizeof *words << capacity_bits);
  hagstone_give_back(records, sizeof *records << capacity_bits);
  words = 0;
  records = 0;
}

static int make_room(void) {
  if (word_count >= HAGSTONE_MOST_PAIR_DISTANCES) return 0;
  if (words && word_count < 1u << (capacity_bits - 1)) return 1;
  const uint32_t bits = words ? capacity_bits + 1 : FIRST_CAPACITY_BITS;
  uint64_t *const larger = hagstone_table_memory(sizeof *words << bits);
  uint64_t **const larger_records = larger ? hagstone_table_memory(sizeof *records << bits) : 0;
  if (!larger_records) {
    if (larger) hagstone_give_back(larger, sizeof *words << bits);
    return 0;
  }
  for (uint64_t old = 0; words && old < 1ull << capacity_bits; old++) {
    if (words[old] == 0) continue;
    const uint64_t at = position_of(larger, bits, words[old] & ~COUNT_LIMIT);
    larger[at] = words[old];
    larger_records[at] = records[old];
  }
  free_table();
  words = larger;
  records = larger_records;
  capacity_bits = bits;
  return 1;
}

/* Without room: of the whole process only. */
static void count_without_pair(uint32_t axis, uint32_t granularity_bits, uint32_t bucket, uint64_t amount) {
  count_in_process(axis, granularity_bits, bucket, amount);
  drop(amount);
}

void hagstone_expect_pair_distance(uint32_t pair, uint32_t axis, uint32_t granularity_bits, uint32_t bucket) {
  const uint64_t key = key_of(pair, axis, granularity_bits, bucket);
  if (words) __builtin_prefetch(&words[first_line_of(capacity_bits, key)], 1);
}

void hagstone_count_pair_distance(uint32_t pair, uint32_t axis, uint32_t granularity_bits, uint32_t bucket,
                                  uint64_t amount) {
  const uint64_t key = key_of(pair, axis, granularity_bits, bucket);
  if (pair >> PAIR_BITS) {
    count_without_pair(axis, granularity_bits, bucket, amount);
    return;
  }
  uint64_t at = words ? position_of(words, capacity_bits, key) : 0;
  if (!words || words[at] == 0) {
    if (!make_room()) {
      count_without_pair(axis, granularity_bits, bucket, amount);
      return;
    }
    at = position_of(words, capacity_bits, key);
    words[at] = key;
    word_count++;
  }
  for (;;) {
    const uint64_t room = COUNT_LIMIT - (words[at] & COUNT_LIMIT), added = amount < room ? amount : room;
    words[at] += added;
    if (added == amount) return;
    amount -= added;
    write_word(at);
  }
}

void hagstone_write_distances(void) {
  enum { LOOK_AHEAD = 32 };
  const uint64_t capacity = words ? 1ull << capacity_bits : 0;
  for (uint64_t at = 0; at < capacity; at++) {
    if (at + LOOK_AHEAD < capacity && words[at + LOOK_AHEAD] & COUNT_LIMIT) __builtin_prefetch(records[at + LOOK_AHEAD], 1);
    write_word(at);
  }
  write_process_distances();
}

void hagstone_forget_distances(void) {
  for (uint32_t axis = 0; axis < AXES; axis++)
    for (uint32_t index = 0; index < GRANULARITIES; index++) {
      struct process_counts **const counts = &of_process[axis][index];
      if (*counts) hagstone_give_back(*counts, sizeof **counts);
      *counts = 0;
    }
  free_table();
  word_count = 0;
}
