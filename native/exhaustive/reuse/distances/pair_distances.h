/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How often each distance was seen of single pairs: REUSE_COUNT records of the recording. Counted in small tables here, of
 * which few cache lines are met, and written from time to time.
 *
 * They are counted by the 32nd part of an octave. Where all distances of a pair in a part are of one
 * hagstone_distance_bucket its record tells that one, otherwise the one in the middle of the part, which is less than 1.6 %
 * off. With every bucket apart a program of a few seconds filled these tables, and took a tenth longer. */
#ifndef HAGSTONE_EXHAUSTIVE_PAIR_DISTANCES_H
#define HAGSTONE_EXHAUSTIVE_PAIR_DISTANCES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Records that a process writes at most; beyond, distances are of the whole process only and dropped_distances_full says
 * how many. 40 bytes each. */
enum { HAGSTONE_MOST_PAIR_DISTANCES = 1 << 22 };

/* A distance of a pair; 0: of a pair whose distances find no room. */
typedef uint64_t hagstone_pair_distance;

/* The distance of an exact pair, by its id. Prefetches its counter, for callers that count several.
 * `axis`: HAGSTONE_AXIS_TIME or _STACK; `granularity_bits`: log2 of 1, 8 or 64 bytes; `bucket`: hagstone_distance_bucket. */
hagstone_pair_distance hagstone_expect_pair_distance(uint32_t pair, uint32_t axis, uint32_t granularity_bits,
                                                     uint32_t bucket);

/* The whole process is counted by hagstone_count_distance. */
void hagstone_count_pair_distance(hagstone_pair_distance distance, uint64_t amount);

/* Adds the counts since the last call to the records. */
void hagstone_write_pair_distances(void);

/* In the child of a fork: counts from 0. */
void hagstone_forget_pair_distances(void);

#ifdef __cplusplus
}
#endif

#endif
