/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Says of most pairs that are not among the recorded ones that they are not: a bit for each hash, small enough for a
 * processor's cache. Once no more pairs are recorded, most lookups are for such. */
#ifndef HAGSTONE_EXHAUSTIVE_PAIR_FILTER_H
#define HAGSTONE_EXHAUSTIVE_PAIR_FILTER_H

#include <stdint.h>

#include "exhaustive/pairs.h"

/* Bits: for 2^21 pairs one in eight is set. */
enum { HAGSTONE_PAIR_FILTER_BITS = 24 };

/* Starts as all zeros. */
struct hagstone_pair_filter {
  uint64_t *words; /* null: no pair was added; or no memory, then any pair may have been */
  uint32_t added;
};

void hagstone_filter_pair(struct hagstone_pair_filter *filter, hagstone_place watch, hagstone_place trap);

/* Has the processor fetch what the next function will look at. */
void hagstone_expect_filtered_pair(const struct hagstone_pair_filter *filter, hagstone_place watch, hagstone_place trap);
/* 0: the pair was never added. */
int hagstone_pair_may_be_filtered(const struct hagstone_pair_filter *filter, hagstone_place watch, hagstone_place trap);

void hagstone_empty_pair_filter(struct hagstone_pair_filter *filter);

#endif
