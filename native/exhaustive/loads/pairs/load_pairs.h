/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Pairs of redundant loads whose scope is no part of their identity. Compilers have millions of them, with
 * instances in all of them, so their counts are adjacent (counted_pairs.h). A pair is known by its number there. */
#ifndef HAGSTONE_EXHAUSTIVE_LOAD_PAIRS_H
#define HAGSTONE_EXHAUSTIVE_LOAD_PAIRS_H

#include <stdint.h>

#include "exhaustive/pairs/counted_pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Prefetches the data that tells whether there is such a pair, then the data that finding or creating it reads. */
void hagstone_expect_load_pair(hagstone_place watch, hagstone_place trap);
void hagstone_expect_found_load_pair(hagstone_place watch, hagstone_place trap);

/* 0: there is none. */
uint32_t hagstone_find_load_pair(hagstone_place watch, hagstone_place trap);
/* Returns 0 when there is no memory for one more, counted as dropped_pairs_full. */
int hagstone_make_room_for_load_pair(void);
/* A pair that is not there, after room was made for it. Greater than the numbers before. */
void hagstone_add_load_pair(hagstone_place watch, hagstone_place trap, uint32_t number);

/* More instances of a pair. */
void hagstone_count_in_load_pair(uint32_t number, uint64_t instances, uint64_t bytes);

/* In the child of a fork: the pairs are gone with the parent's recording. */
void hagstone_forget_load_pairs(void);

#ifdef __cplusplus
}
#endif

#endif
