/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The latest silent pair of each site that stores floating-point numbers, with instances that translated code counts by
 * itself: in numeric loops nearly every store is silent within tolerance, and of the same pair as the one before. */
#ifndef HAGSTONE_EXHAUSTIVE_SITE_REPEATS_H
#define HAGSTONE_EXHAUSTIVE_SITE_REPEATS_H

#include "exhaustive/stores/memory/last_stores.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hagstone_site_repeats {
  uint64_t earlier;   /* owner word of a whole granule of the pair's earlier store; 0: no pair yet */
  uint64_t later;     /* the same of its later store */
  uint64_t instances; /* not yet passed on */
  uint64_t bytes;     /* of each */
};

/* At a constant address, for translated code. */
static inline struct hagstone_site_repeats *hagstone_repeats_at(uint32_t site) {
  return (struct hagstone_site_repeats *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_STORE_REPEATS) + site;
}

/* Returns 0, or why there can be none (one sentence with the remedy). */
const char *hagstone_start_site_repeats(void);

/* A silent store at `place` over one at `earlier`, which has been counted: the next ones of this pair may be counted at
 * the site. */
void hagstone_expect_repeats(hagstone_place earlier, hagstone_place place, uint64_t bytes);

/* Passes all instances on to the pairs of stores (store_pairs.h). */
void hagstone_write_site_repeats(void);
/* In the child of a fork: they belong to the parent. */
void hagstone_forget_site_repeats(void);

#ifdef __cplusplus
}
#endif

#endif
