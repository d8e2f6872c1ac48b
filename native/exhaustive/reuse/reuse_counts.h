/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where reuses are counted: their distances for the whole process, and for the pair of use and reuse. */
#ifndef HAGSTONE_EXHAUSTIVE_REUSE_COUNTS_H
#define HAGSTONE_EXHAUSTIVE_REUSE_COUNTS_H

#include <stdint.h>

#include "common/raw_format.h"
#include "exhaustive/pairs/pairs.h"
#include "sized_place.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reuses that are all alike: locations of one granularity that one execution accesses again. */
struct hagstone_alike_reuses {
  hagstone_place watch;
  uint64_t trap;    /* place, above its bits log2 of the granularity: hagstone_trap_at */
  uint64_t time;    /* distance; 0: first accesses, then watch and stack are 0 too */
  uint64_t stack;   /* distance */
  uint64_t amounts; /* hagstone_amounts */
};

static inline uint64_t hagstone_trap_at(hagstone_place trap, uint32_t granularity_bits) {
  return trap | (uint64_t)granularity_bits << HAGSTONE_PLACE_BITS;
}
/* Locations above, bytes of them that are accessed below. */
static inline uint64_t hagstone_amounts(uint32_t locations, uint32_t bytes) { return (uint64_t)locations << 32 | bytes; }

/* A time distance below 2^56, a stack distance below 16 and a granularity in one number. */
static inline uint64_t hagstone_near_distances(uint64_t time, uint64_t stack, uint32_t granularity_bits) {
  return time << 8 | (uint64_t)granularity_bits << 4 | stack;
}

/* Loops repeat their near reuses: those of late are remembered with the number of their executions, so that the tables
 * are met once for many of them. */
enum { HAGSTONE_REPETITION_BITS = 14, HAGSTONE_REPETITIONS = 1 << HAGSTONE_REPETITION_BITS };

/* Reuses of one location. */
struct hagstone_repetition {
  hagstone_sized_place watch;
  hagstone_sized_place trap; /* with the bytes that are accessed at this granularity */
  uint64_t distances;        /* hagstone_near_distances */
  uint64_t executions;
};
extern struct hagstone_repetition hagstone_repetitions[HAGSTONE_REPETITIONS];

/* Others than those that are remembered in `repetition` take their place. */
void hagstone_replace_repetition(hagstone_sized_place watch, hagstone_sized_place trap, uint64_t distances,
                                 uint64_t executions, struct hagstone_repetition *repetition);

/* Counts executions of the reuse of one location that may well be repeated. The arguments are the members of
 * hagstone_repetition; the size of `watch` has no meaning. */
static inline void hagstone_count_near_reuses(hagstone_sized_place watch, hagstone_sized_place trap, uint64_t distances,
                                              uint64_t executions) {
  const uint64_t hash = trap * 0x9e3779b97f4a7c15ull + distances * 0xbf58476d1ce4e5b9ull;
  struct hagstone_repetition *const repetition = &hagstone_repetitions[hash >> (64 - HAGSTONE_REPETITION_BITS)];
  if (((repetition->trap ^ trap) | (repetition->watch ^ watch) | (repetition->distances ^ distances)) == 0)
    repetition->executions += executions;
  else
    hagstone_replace_repetition(watch, trap, distances, executions, repetition);
}

/* Counts one execution of any other reuses, or of first accesses. */
void hagstone_count_older_reuses(const struct hagstone_alike_reuses *reuses);

/* Where the reuses are counted that are of no recorded pair, at one granularity. */
struct hagstone_unpaired_reuses {
  uint64_t *times;  /* by hagstone_distance_bucket */
  uint64_t *stacks;
  uint64_t dropped; /* without a pair, since they were last written */
};

/* For lines; null: accesses in this context may be of recorded pairs, hagstone_count_near_reuses and
 * hagstone_count_older_reuses count them. */
struct hagstone_unpaired_reuses *hagstone_unpaired_line_reuses(hagstone_calling_context context);

/* Executions of the reuse of one location. */
static inline void hagstone_count_unpaired(struct hagstone_unpaired_reuses *reuses, uint64_t time, uint64_t stack,
                                           uint64_t executions) {
  reuses->times[hagstone_distance_bucket(time)] += executions;
  reuses->stacks[hagstone_distance_bucket(stack)] += executions;
  reuses->dropped += executions;
}

/* Pairs count reuses at this granularity; distances are counted at all. */
void hagstone_count_pairs_at(uint32_t granularity_bits);

/* Writes the buffered counts into the recording. */
void hagstone_settle_reuses(void);

/* In the child of a fork: counts from 0. */
void hagstone_forget_reuses(void);

#ifdef __cplusplus
}
#endif

#endif
