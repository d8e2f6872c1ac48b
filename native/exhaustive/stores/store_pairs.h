/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Pairs of dead and silent stores. Programs have millions of them, with counts all over them: new instances are
 * buffered, and the pairs are looked up many at a time, so that the processor fetches them in parallel. */
#ifndef HAGSTONE_EXHAUSTIVE_STORE_PAIRS_H
#define HAGSTONE_EXHAUSTIVE_STORE_PAIRS_H

#include <stdint.h>

#include "exhaustive/pairs/pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reported one after the other and looked up together: the program and its translation, in between, push the pairs
 * out of the processor's nearest caches. */
enum { HAGSTONE_MOST_TOLD_STORE_PAIRS = 64 };
struct hagstone_told_store_pair {
  hagstone_place watch, trap;
  uint32_t scope;
  uint32_t dead_bytes, silent_bytes;
  uint32_t held; /* for hagstone_hold_told_store_pairs */
};
extern struct hagstone_told_store_pair hagstone_told_store_pairs[HAGSTONE_MOST_TOLD_STORE_PAIRS];
extern uint32_t hagstone_told_store_pair_count;
void hagstone_hold_told_store_pairs(void);

/* One store over bytes of an earlier one: this many of them dead, this many silent; each at most 2^31. */
static inline void hagstone_add_store_pair(const struct hagstone_pair_key *key, uint64_t dead_bytes,
                                           uint64_t silent_bytes) {
  hagstone_told_store_pairs[hagstone_told_store_pair_count++] =
      (struct hagstone_told_store_pair){key->watch, key->trap, key->scope, (uint32_t)dead_bytes, (uint32_t)silent_bytes, 0};
  if (hagstone_told_store_pair_count == HAGSTONE_MOST_TOLD_STORE_PAIRS) hagstone_hold_told_store_pairs();
}
/* This many silent stores over such ones, with this many bytes together. */
void hagstone_add_silent_store_pairs(const struct hagstone_pair_key *key, uint64_t instances, uint64_t bytes);
/* A pair whose bytes another thread accessed in between. `tool`: dead or silent stores. */
void hagstone_add_interleaved_store_pair(uint32_t tool, const struct hagstone_pair_key *key, uint64_t bytes);

/* Writes the buffered instances into the recording. */
void hagstone_write_store_pairs(void);
/* In the child of a fork: the counters are gone with the parent's recording. */
void hagstone_forget_store_pairs(void);

#ifdef __cplusplus
}
#endif

#endif
