/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Pairs of reuses and their counts not yet in records, together in half a cache line: a reuse that is counted meets one
 * line of memory here, and the records only when all are written. Open addressing, grows by halves. */
#ifndef HAGSTONE_EXHAUSTIVE_REUSE_PAIRS_H
#define HAGSTONE_EXHAUSTIVE_REUSE_PAIRS_H

#include <stdint.h>

#include "exhaustive/pairs/pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Pairs that a process writes at most: in a compiler every access follows many others on its line. Beyond, reuses are
 * counted for the whole process only, and dropped_pairs_full says how many accesses those are. */
enum { HAGSTONE_MOST_REUSE_PAIRS = 1 << 21 };

struct hagstone_reuse_pair {
  hagstone_place watch; /* 0: free */
  hagstone_place trap;
  uint32_t number; /* from 1, in the order in which they were made */
  uint32_t id;     /* of its record */
  uint32_t instances, bytes; /* not yet in the record */
};

/* Prefetches the data that hagstone_find_reuse_pair reads. */
void hagstone_expect_reuse_pair(hagstone_place watch, hagstone_place trap);

/* Null: there is none. Valid until hagstone_make_room_for_reuse_pairs. */
struct hagstone_reuse_pair *hagstone_find_reuse_pair(hagstone_place watch, hagstone_place trap);

uint32_t hagstone_reuse_pair_count(void);

/* For this many more. Returns 0 if there is no memory. */
int hagstone_make_room_for_reuse_pairs(uint32_t count);

/* A pair that is not there, for which there is room, up to HAGSTONE_MOST_REUSE_PAIRS. Null: no room in the recording,
 * counted as dropped_pairs_full. */
struct hagstone_reuse_pair *hagstone_add_reuse_pair(hagstone_place watch, hagstone_place trap);

/* More reuses of a pair. */
void hagstone_count_in_reuse_pair(struct hagstone_reuse_pair *pair, uint64_t instances, uint64_t bytes);

/* Writes the counts kept here into the records. */
void hagstone_write_reuse_pairs(void);

/* In the child of a fork: the records are gone with the parent's recording. */
void hagstone_forget_reuse_pairs(void);

#ifdef __cplusplus
}
#endif

#endif
