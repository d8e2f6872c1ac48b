/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How often each distance was seen: REUSE_COUNT records of the recording. Counted in small tables here, of which few
 * cache lines are met, and written from time to time. */
#ifndef HAGSTONE_EXHAUSTIVE_DISTANCE_COUNTS_H
#define HAGSTONE_EXHAUSTIVE_DISTANCE_COUNTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Records of single pairs that a process writes at most; beyond, distances are counted for the whole process only and
 * dropped_distances_full says how many. 40 bytes each. */
enum { HAGSTONE_MOST_PAIR_DISTANCES = 1 << 22 };

/* Of the whole process alone: no pair. `axis`: enum hagstone_distance_axis; `granularity_bits`: log2 of 1, 8 or 64 bytes;
 * `bucket`: hagstone_distance_bucket. */
void hagstone_count_distance(uint32_t axis, uint32_t granularity_bits, uint32_t bucket, uint64_t amount);

/* Counts of the whole process by hagstone_distance_bucket, to which the caller may add; null: no memory. `axis` is no
 * HAGSTONE_AXIS_FIRST. */
uint64_t *hagstone_process_distances(uint32_t axis, uint32_t granularity_bits);

/* Has the processor fetch what hagstone_count_pair_distance will look at: for those who have several to count. */
void hagstone_expect_pair_distance(uint32_t pair, uint32_t axis, uint32_t granularity_bits, uint32_t bucket);

/* Of one exact pair, by its id, and with it of the whole process. */
void hagstone_count_pair_distance(uint32_t pair, uint32_t axis, uint32_t granularity_bits, uint32_t bucket,
                                  uint64_t amount);

/* Adds what was counted since the last time to the records. */
void hagstone_write_distances(void);

/* In the child of a fork: counts from 0. */
void hagstone_forget_distances(void);

#ifdef __cplusplus
}
#endif

#endif
