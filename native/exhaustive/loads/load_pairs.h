/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Pairs of redundant loads whose scope is no part of their identity. Compilers have millions of them, and instances lie
 * all over them: what is counted stays here, in half a cache line of a pair, and is added to its record now and then in
 * the order of the file, so that the file's pages need not stay in memory. */
#ifndef HAGSTONE_EXHAUSTIVE_LOAD_PAIRS_H
#define HAGSTONE_EXHAUSTIVE_LOAD_PAIRS_H

#include <stdint.h>

#include "../pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Never moves. */
struct hagstone_load_pair {
  hagstone_place watch;
  hagstone_place trap;
  struct hagstone_exact_pair *record;
  uint32_t instances; /* not yet in the record */
  uint32_t bytes;     /* of them */
};

/* Have the processor fetch what tells whether there is such a pair, and then what finding it, or making it, looks at. */
void hagstone_expect_load_pair(hagstone_place watch, hagstone_place trap);
void hagstone_expect_found_load_pair(hagstone_place watch, hagstone_place trap);

/* Null: there is none. */
struct hagstone_load_pair *hagstone_find_load_pair(hagstone_place watch, hagstone_place trap);
/* Returns 0 when there is no memory for one more, counted as dropped_pairs_full. */
int hagstone_make_room_for_load_pair(void);
/* A pair that is not there, after room was made for it. */
struct hagstone_load_pair *hagstone_add_load_pair(hagstone_place watch, hagstone_place trap,
                                                  struct hagstone_exact_pair *record);

/* More instances of a pair. */
void hagstone_count_in_load_pair(struct hagstone_load_pair *pair, uint64_t instances, uint64_t bytes);

/* Puts what is counted here into the recording. `release`: its pages leave this process's memory once they are written. */
void hagstone_write_load_pairs(int release);
/* In the child of a fork: the pairs are gone with the parent's recording. */
void hagstone_forget_load_pairs(void);

#ifdef __cplusplus
}
#endif

#endif
