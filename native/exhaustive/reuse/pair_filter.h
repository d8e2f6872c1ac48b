/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Says of most pairs that are not among the recorded ones that they are not: a few bits of one word for each pair (a
 * Bloom filter in blocks), small enough for a processor's cache. Once no more pairs are recorded, nearly all lookups are
 * for such. */
#ifndef HAGSTONE_EXHAUSTIVE_PAIR_FILTER_H
#define HAGSTONE_EXHAUSTIVE_PAIR_FILTER_H

#include <stdint.h>

#include "exhaustive/pairs/pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bits: eight for each of 2^21 pairs. Then one in 27 of the others is taken for one of them. */
enum { HAGSTONE_PAIR_FILTER_BITS = 24 };

/* Starts as all zeros. */
struct hagstone_pair_filter {
  uint64_t *words;    /* null: no pair was added; or no memory, then any pair may have been */
  uint64_t *contexts; /* the same: a bit for each context of a pair's later access */
  uint32_t added;
};

void hagstone_filter_pair(struct hagstone_pair_filter *filter, hagstone_place watch, hagstone_place trap);

/* Prefetches the data that the next function will read. */
void hagstone_expect_filtered_pair(const struct hagstone_pair_filter *filter, hagstone_place watch, hagstone_place trap);
/* 0: the pair was never added. */
int hagstone_pair_may_be_filtered(const struct hagstone_pair_filter *filter, hagstone_place watch, hagstone_place trap);

/* 0: no pair was added whose later access is in this context. */
static inline int hagstone_context_may_be_filtered(const struct hagstone_pair_filter *filter,
                                                   hagstone_calling_context context) {
  if (!filter->contexts) return filter->added != 0;
  return filter->contexts[context / 64] >> context % 64 & 1;
}

void hagstone_empty_pair_filter(struct hagstone_pair_filter *filter);

#ifdef __cplusplus
}
#endif

#endif
