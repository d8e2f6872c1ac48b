/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "distance_counts.h"

#include "common/raw_format.h"
#include "exhaustive/measurement.h"

enum {
  FIRST_CAPACITY_BITS = 12,
  /* Accesses are counted in fewer than 53 bits: at a thousand million a second those last for months. */
  BUCKETS = 2048 + (53 - 11) * 1024,
  GRANULARITIES = 3,
  AXES = HAGSTONE_AXIS_FIRST
};

static uint64_t **of_process[AXES][GRANULARITIES]; /* by bucket */

struct pair_distance {
  uint64_t key;    /* 0: free */
  uint64_t *count; /* null: there was no room in the recording */
};
/* A hash table that only grows: open addressing, at most half full. */
static struct pair_distance *of_pairs;
static uint32_t capacity_bits, pair_distance_count;

static uint64_t *new_count(uint32_t pair, uint32_t axis, uint32_t granularity, uint32_t bucket) {
  const struct hagstone_reuse_count fresh = {.pair = pair, .axis = (uint8_t)axis, .granularity = (uint8_t)granularity, .bucket = bucket};
  struct hagstone_reuse_count *const record = hagstone_new_counter(HAGSTONE_RECORD_REUSE_COUNT, &fresh, sizeof fresh);
  return record ? &record->count : 0;
}

static uint32_t index_of_granularity(uint32_t granularity) { return granularity == 1 ? 0 : granularity == 8 ? 1 : 2; }

void hagstone_count_distance(uint32_t axis, uint32_t granularity, uint64_t distance, uint64_t amount) {
  uint64_t ***const buckets = &of_process[axis - 1][index_of_granularity(granularity)];
  const uint32_t bucket = hagstone_distance_bucket(distance);
  if (!*buckets) *buckets = hagstone_memory(BUCKETS * sizeof **buckets);
  uint64_t **const count = *buckets ? &(*buckets)[bucket] : 0;
  if (count && !*count) *count = new_count(0, axis, granularity, bucket);
  if (count && *count)
    **count += amount;
  else
    *hagstone_statistic(HAGSTONE_STATISTIC_dropped_distances_full) += amount;
}

static struct pair_distance *entry_of(struct pair_distance *table, uint32_t bits, uint64_t key) {
  const uint64_t mask = (1ull << bits) - 1;
  const uint64_t hash = (key ^ key >> 32) * 0x9e3779b97f4a7c15ull;
  for (uint64_t slot = hash >> (64 - bits);; slot = (slot + 1) & mask)
    if (table[slot].key == 0 || table[slot].key == key) return &table[slot];
}

static int make_room(void) {
  if (pair_distance_count >= HAGSTONE_MOST_PAIR_DISTANCES) return 0;
  if (of_pairs && pair_distance_count < 1u << (capacity_bits - 1)) return 1;
  const uint32_t bits = of_pairs ? capacity_bits + 1 : FIRST_CAPACITY_BITS;
  struct pair_distance *const larger = hagstone_memory(sizeof *larger << bits);
  if (!larger) return 0;
  if (of_pairs) {
    for (uint64_t slot = 0; slot < 1ull << capacity_bits; slot++)
      if (of_pairs[slot].key) *entry_of(larger, bits, of_pairs[slot].key) = of_pairs[slot];
    hagstone_give_back(of_pairs, sizeof *of_pairs << capacity_bits);
  }
  of_pairs = larger;
  capacity_bits = bits;
  return 1;
}

void hagstone_count_pair_distance(uint32_t pair, uint32_t axis, uint32_t granularity, uint64_t distance, uint64_t amount) {
  const uint32_t bucket = hagstone_distance_bucket(distance);
  const uint64_t key = (uint64_t)pair << 32 | axis << 24 | index_of_granularity(granularity) << 20 | bucket;
  struct pair_distance *entry = of_pairs ? entry_of(of_pairs, capacity_bits, key) : 0;
  if (!entry || !entry->key) {
    if (!make_room()) {
      *hagstone_statistic(HAGSTONE_STATISTIC_dropped_distances_full) += amount;
      return;
    }
    entry = entry_of(of_pairs, capacity_bits, key);
    entry->key = key;
    entry->count = new_count(pair, axis, granularity, bucket);
    pair_distance_count++;
  }
  if (entry->count)
    *entry->count += amount;
  else
    *hagstone_statistic(HAGSTONE_STATISTIC_dropped_distances_full) += amount;
}

void hagstone_forget_distances(void) {
  for (uint32_t axis = 0; axis < AXES; axis++)
    for (uint32_t granularity = 0; granularity < GRANULARITIES; granularity++) {
      uint64_t ***const buckets = &of_process[axis][granularity];
      if (*buckets) hagstone_give_back(*buckets, BUCKETS * sizeof **buckets);
      *buckets = 0;
    }
  if (of_pairs) hagstone_give_back(of_pairs, sizeof *of_pairs << capacity_bits);
  of_pairs = 0;
  pair_distance_count = 0;
}
