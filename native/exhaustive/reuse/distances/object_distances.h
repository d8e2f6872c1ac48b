/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reuse distances of each data object (--reuse-objects=yes): OBJECT_REUSE_COUNT records. A reuse is of the object that the
 * later access is to; memory in no object (objects.h: mostly stacks) is counted for the whole process alone. */
#ifndef HAGSTONE_EXHAUSTIVE_OBJECT_DISTANCES_H
#define HAGSTONE_EXHAUSTIVE_OBJECT_DISTANCES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Records that a process writes at most; beyond, dropped_distances_full says how many reuses have none. 40 bytes each. */
enum { HAGSTONE_MOST_OBJECT_DISTANCES = 1 << 21 };

/* Reuses of as many locations from `address` on, on both axes; `time` 0: first accesses. `granularity_bits`: log2 of 1, 8
 * or 64 bytes. */
void hagstone_count_object_reuses(uint64_t address, uint32_t granularity_bits, uint64_t time, uint64_t stack,
                                  uint64_t locations);

/* In the child of a fork: counts from 0. */
void hagstone_forget_object_distances(void);

#ifdef __cplusplus
}
#endif

#endif
