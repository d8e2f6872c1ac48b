/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where each pair of stores is counted. Compilers have millions of pairs and come to a hundred million instances that
 * lie all over them: a pair is a third of a cache line here.
 *
 * Open addressing in the order of the hashes; grows by halves, so that little of it is empty. */
#ifndef HAGSTONE_EXHAUSTIVE_PAIR_COUNTS_H
#define HAGSTONE_EXHAUSTIVE_PAIR_COUNTS_H

#include <stdint.h>

#include "../counted_pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What `numbers` is indexed by. */
enum { HAGSTONE_DEAD_PAIR, HAGSTONE_SILENT_PAIR, HAGSTONE_STORE_PAIR_KINDS };

struct hagstone_store_pair {
  hagstone_place watch; /* 0: the slot is free */
  hagstone_place trap;
  uint32_t numbers[HAGSTONE_STORE_PAIR_KINDS]; /* counted_pairs.h; 0: not in the recording */
};

/* Starts as all zeros. All arrays have `capacity` slots; pages of those that nobody needs take no memory. */
struct hagstone_pair_count_table {
  struct hagstone_store_pair *pairs; /* null: no slots */
  uint32_t *scopes;
  uint64_t capacity;
  uint64_t count;
  int has_scopes; /* some pair has one */
};

/* Has the processor fetch what hagstone_pair_slot will look at. */
void hagstone_expect_pair_slot(const struct hagstone_pair_count_table *table, const struct hagstone_pair_key *key);

enum { HAGSTONE_NO_PAIR_SLOT = -1 };
/* The slot of a pair that is there, or HAGSTONE_NO_PAIR_SLOT. */
int64_t hagstone_known_pair_slot(const struct hagstone_pair_count_table *table, const struct hagstone_pair_key *key);
/* The slot of a pair, added without counts if need be; HAGSTONE_NO_PAIR_SLOT: no memory. Valid until the next of these. */
int64_t hagstone_pair_slot(struct hagstone_pair_count_table *table, const struct hagstone_pair_key *key);

/* The key of the pair in a slot. */
struct hagstone_pair_key hagstone_pair_in_slot(const struct hagstone_pair_count_table *table, uint64_t slot);

/* Empties the table. */
void hagstone_forget_pair_counts(struct hagstone_pair_count_table *table);

#ifdef __cplusplus
}
#endif

#endif
