/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What is not yet in the recording of each pair of stores. Compilers have millions of pairs and come to a hundred
 * million instances that lie all over them: a pair's counts are half a cache line here, and its records in the file are
 * written now and then. Of millions of pairs some hundred thousand change in between: there is a list of them.
 *
 * Open addressing in the order of the hashes; grows by halves, so that little of it is empty. */
#ifndef HAGSTONE_EXHAUSTIVE_PAIR_COUNTS_H
#define HAGSTONE_EXHAUSTIVE_PAIR_COUNTS_H

#include <stdint.h>

#include "../pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What `dead` and `silent` are indexed by below. */
enum { HAGSTONE_DEAD_PAIR, HAGSTONE_SILENT_PAIR, HAGSTONE_STORE_PAIR_KINDS };

struct hagstone_held_count {
  uint32_t instances;
  uint32_t bytes;
};

/* Not yet written, of one pair. */
struct hagstone_pair_counts {
  hagstone_place watch; /* 0: the slot is free */
  hagstone_place trap;
  struct hagstone_held_count counts[HAGSTONE_STORE_PAIR_KINDS];
};

/* Starts as all zeros. All arrays have `capacity` slots; pages of those that nobody needs take no memory. */
struct hagstone_pair_count_table {
  struct hagstone_pair_counts *pairs; /* null: no slots */
  struct hagstone_exact_pair **records[HAGSTONE_STORE_PAIR_KINDS]; /* null: not in the recording */
  uint32_t *scopes;
  uint32_t *changed; /* slots that have counts, in the order of their first */
  uint64_t changed_count;
  uint64_t capacity;
  uint64_t count;
  int has_scopes; /* some pair has one */
};

/* Has the processor fetch what hagstone_pair_slot will look at. */
void hagstone_expect_pair_slot(const struct hagstone_pair_count_table *table, const struct hagstone_pair_key *key);

enum { HAGSTONE_NO_PAIR_SLOT = -1 };
/* The slot of a pair, added without counts if need be; HAGSTONE_NO_PAIR_SLOT: no memory. Valid until the next of these. */
int64_t hagstone_pair_slot(struct hagstone_pair_count_table *table, const struct hagstone_pair_key *key);

/* The counts of a slot, one of which the caller makes greater than 0. */
static inline struct hagstone_held_count *hagstone_counts_to_change(struct hagstone_pair_count_table *table, uint64_t slot) {
  struct hagstone_held_count *counts = table->pairs[slot].counts;
  if (!counts[HAGSTONE_DEAD_PAIR].instances && !counts[HAGSTONE_SILENT_PAIR].instances)
    table->changed[table->changed_count++] = (uint32_t)slot;
  return counts;
}

/* The key of the pair in a slot. */
struct hagstone_pair_key hagstone_pair_in_slot(const struct hagstone_pair_count_table *table, uint64_t slot);

/* Empties the table. */
void hagstone_forget_pair_counts(struct hagstone_pair_count_table *table);

#ifdef __cplusplus
}
#endif

#endif
