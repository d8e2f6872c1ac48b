/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where each pair of stores is counted. Compilers have millions of pairs, with up to a hundred million instances all
 * over them. The table for hashes is small, so that much of it stays in the processor's caches; the pairs are in the
 * order of their creation, so pairs that occur together are adjacent. */
#ifndef HAGSTONE_EXHAUSTIVE_PAIR_COUNTS_H
#define HAGSTONE_EXHAUSTIVE_PAIR_COUNTS_H

#include <stdint.h>

#include "exhaustive/pairs/counted_pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The index of `numbers`. */
enum { HAGSTONE_DEAD_PAIR, HAGSTONE_SILENT_PAIR, HAGSTONE_STORE_PAIR_KINDS };

struct hagstone_store_pair {
  hagstone_place watch, trap;
  uint32_t numbers[HAGSTONE_STORE_PAIR_KINDS]; /* counted_pairs.h; 0: not in the recording */
};

/* The hash by which the following functions look up a pair. */
static inline uint32_t hagstone_store_pair_hash(const struct hagstone_pair_key *key) {
  return (uint32_t)(hagstone_hash_pair(key->watch, key->trap, key->scope) >> 32);
}

/* For callers with several to find, first this for all of them: prefetches the data of a hash, */
void hagstone_expect_store_pair(uint32_t hash);
/* then this: the pair that has it, most likely the one that is looked for, also on its way from memory. Null: none. */
struct hagstone_store_pair *hagstone_likely_store_pair(uint32_t hash);

/* `likely`, which may be null, if it is the pair of the key, or the one that is; null: none is. */
struct hagstone_store_pair *hagstone_known_store_pair(const struct hagstone_pair_key *key, uint32_t hash,
                                                      struct hagstone_store_pair *likely);
/* The pair of the key, added if need be. Stays where it is. Null: no memory. */
struct hagstone_store_pair *hagstone_store_pair(const struct hagstone_pair_key *key, uint32_t hash);

/* Forgets all pairs. */
void hagstone_forget_pair_counts(void);

#ifdef __cplusplus
}
#endif

#endif
