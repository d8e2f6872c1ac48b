/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where reuses are counted: their distances for the whole process, and for the pair of use and reuse. */
#ifndef HAGSTONE_EXHAUSTIVE_REUSE_COUNTS_H
#define HAGSTONE_EXHAUSTIVE_REUSE_COUNTS_H

#include <stdint.h>

#include "exhaustive/pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reuses that are all alike: locations of one granularity that one execution accesses again. */
struct hagstone_alike_reuses {
  hagstone_place watch;
  hagstone_place trap;
  uint64_t time;       /* distance; 0: first accesses, then watch and stack have no meaning */
  uint64_t stack;      /* distance */
  uint32_t locations;
  uint32_t bytes;      /* of them that are accessed */
  uint32_t granularity; /* bytes: 1, 8 or 64 */
  uint32_t reserved;
};

/* Pairs count what is reused at this granularity; distances are counted at all. */
void hagstone_count_pairs_at(uint32_t granularity);

/* Counts one execution. Those that repeat themselves are only remembered, until something else happens at their
 * place or hagstone_settle_reuses is called. */
void hagstone_count_reuses(const struct hagstone_alike_reuses *reuses);

/* Writes what is remembered into the recording. */
void hagstone_settle_reuses(void);

/* In the child of a fork: counts from 0. */
void hagstone_forget_reuses(void);

#ifdef __cplusplus
}
#endif

#endif
