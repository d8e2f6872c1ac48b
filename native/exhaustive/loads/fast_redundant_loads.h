/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Redundant loads of programs of one thread, over the shadow of load_shadow.h. Translated code counts by itself what
 * repeats the latest pair of its site (load_code.c), and calls the functions here for the rest. With the second thread
 * all that is known moves to the generic measurement, which knows threads. */
#ifndef HAGSTONE_EXHAUSTIVE_FAST_REDUNDANT_LOADS_H
#define HAGSTONE_EXHAUSTIVE_FAST_REDUNDANT_LOADS_H

#include <stdint.h>

#include "../measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The latest pair of a site whose earlier load covered all bytes; read and counted in by translated code. */
struct hagstone_load_memo {
  uint64_t watch;   /* number of the earlier load's place, twice (place_numbers.h) */
  uint64_t trap;    /* of the site's own place */
  uint64_t repeated; /* loads that repeated the value, not yet in the pair's counters */
  uint64_t no_pair; /* 1: the pair is not there yet, so that a load that repeats is to be told; otherwise 0 */
  struct hagstone_exact_pair *pair;
  const struct hagstone_site *site;
  struct hagstone_load_memo *next;
};

/* The memo of a site; null: no memory. */
struct hagstone_load_memo *hagstone_load_memo_of(const struct hagstone_site *site);

/* A load of the memo's site by the place numbered `trap` (twice) that is not in the memo, or that repeats without a
 * pair, or that takes floating-point elements and does not repeat bit by bit. Counts it and puts it into the memo, but
 * leaves the shadow's numbers and times to the caller. Called when memory at `address` is what was loaded. */
void hagstone_load_beside_memo(struct hagstone_load_memo *memo, uint64_t address, uint64_t trap);

/* A load of any length, which may be told at any time; counts it and keeps the shadow. */
void hagstone_load(const struct hagstone_site *site, uint64_t address, uint64_t bytes, uint64_t context);

extern const struct hagstone_measurement hagstone_fast_redundant_loads;

#ifdef __cplusplus
}
#endif

#endif
