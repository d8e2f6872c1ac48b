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

/* `axis`: enum hagstone_distance_axis; `granularity_bits`: log2 of 1, 8 or 64 bytes; `bucket`: hagstone_distance_bucket. */
void hagstone_count_distance(uint32_t axis, uint32_t granularity_bits, uint32_t bucket, uint64_t amount);

/* Counts by hagstone_distance_bucket, to which the caller may add; null: no memory. `axis` is no HAGSTONE_AXIS_FIRST. */
uint64_t *hagstone_process_distances(uint32_t axis, uint32_t granularity_bits);

/* Adds what was counted since the last time to the records. */
void hagstone_write_process_distances(void);

/* In the child of a fork: counts from 0. */
void hagstone_forget_process_distances(void);

#ifdef __cplusplus
}
#endif

#endif
