/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How often each distance was seen in the whole process: REUSE_COUNT records of the recording without a pair. Counted in
 * arrays here, and written from time to time. */
#ifndef HAGSTONE_EXHAUSTIVE_PROCESS_DISTANCES_H
#define HAGSTONE_EXHAUSTIVE_PROCESS_DISTANCES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Axes (enum hagstone_distance_axis) and granularities (1, 8, 64 bytes; `granularity_bits` is their log2). */
enum { HAGSTONE_DISTANCE_AXES = 3, HAGSTONE_DISTANCE_GRANULARITIES = 3 };

/* Counts by hagstone_distance_bucket; null: nothing was counted yet. */
extern uint64_t *hagstone_distance_counts[HAGSTONE_DISTANCE_AXES][HAGSTONE_DISTANCE_GRANULARITIES];

/* Counts by hagstone_distance_bucket, to which the caller may add; null: no memory. */
uint64_t *hagstone_process_distances(uint32_t axis, uint32_t granularity_bits);

/* hagstone_count_distance where nothing was counted yet. */
void hagstone_count_first_distance(uint32_t axis, uint32_t granularity_bits, uint32_t bucket, uint64_t amount);

static inline void hagstone_count_distance(uint32_t axis, uint32_t granularity_bits, uint32_t bucket, uint64_t amount) {
  uint64_t *const counted = hagstone_distance_counts[axis - 1][granularity_bits / 3];
  if (counted)
    counted[bucket] += amount;
  else
    hagstone_count_first_distance(axis, granularity_bits, bucket, amount);
}

/* Prefetches the data that hagstone_count_distance changes: for callers with several to count. */
static inline void hagstone_expect_distance(uint32_t axis, uint32_t granularity_bits, uint32_t bucket) {
  const uint64_t *const counted = hagstone_distance_counts[axis - 1][granularity_bits / 3];
  if (counted) __builtin_prefetch(&counted[bucket], 1);
}

/* Adds the counts since the last call to the records. */
void hagstone_write_process_distances(void);

/* In the child of a fork: counts from 0. */
void hagstone_forget_process_distances(void);

#ifdef __cplusplus
}
#endif

#endif
