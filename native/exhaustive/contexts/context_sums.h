/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The accesses of each calling context, all of its code together. Programs with very many contexts, like compilers,
 * run so many (context, superblock) pairs that their counters (executions.h) keep missing the processor's caches.
 * Above --most-counters of those, the program is translated again: its code then adds to a sum of its context, which
 * needs no look-up, and blocks are counted in all contexts together. Earlier counts stay. */
#ifndef HAGSTONE_CONTEXT_SUMS_H
#define HAGSTONE_CONTEXT_SUMS_H

#include <stdint.h>

#include "exhaustive/measurement.h"
#include "exhaustive/shadow.h"

/* Sums for one calling context and kind of access. */
struct hagstone_context_sum {
  uint64_t instances;
  uint64_t bytes;
};

/* Most contexts; loads are followed by stores. */
enum { HAGSTONE_MOST_SUMMED_CONTEXTS = 1 << HAGSTONE_CALLING_CONTEXT_BITS };
static inline struct hagstone_context_sum *hagstone_context_sum(uint64_t context, enum hagstone_access_kind kind) {
  return (struct hagstone_context_sum *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_CONTEXT_SUMS) +
         (uint64_t)(kind - HAGSTONE_LOAD) * HAGSTONE_MOST_SUMMED_CONTEXTS + context;
}

/* Returns 0, or why there can be no sums. */
const char *hagstone_start_context_sums(void);

/* There are so many counters that sums should replace them, if the measurements allow it. */
void hagstone_want_context_sums(void);
/* Begins with them if they are wanted. Not to be called by translated code, which this discards. */
void hagstone_turn_to_context_sums(void);

/* Code that is translated now adds to sums. */
int hagstone_sums_by_context(void);
/* Whether accesses of the kind have a use that follows from how many they are in a context. */
int hagstone_context_sums_wanted(enum hagstone_access_kind kind);

/* Called by translated code before the first access of its kind in a context; the site represents the others. */
void hagstone_first_access(uint64_t context, uint64_t site);

/* Copies all sums into the recording. */
void hagstone_record_context_sums(void);

/* In the child of a fork: nothing is recorded or counted yet. */
void hagstone_forget_context_sums(void);

#endif
