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

/* Pairs that a process writes at most: in a compiler every access follows many others on its line. Beyond, reuses are
 * counted for the whole process only, and dropped_pairs_full says how many times no pair was found. */
enum { HAGSTONE_MOST_REUSE_PAIRS = 1 << 21 };

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

/* Loops repeat their near reuses: those of late are remembered with the number of their executions, so that the tables
 * are met once for many of them. */
enum { HAGSTONE_REPETITION_BITS = 12, HAGSTONE_REPETITIONS = 1 << HAGSTONE_REPETITION_BITS };

/* Reuses of one location. */
struct hagstone_repetition {
  uint64_t watch;     /* bytes that are accessed above the HAGSTONE_PLACE_BITS of the place */
  uint64_t trap;      /* as above */
  uint64_t distances; /* stack distance below 256, and 256 * time distance */
  uint64_t executions;
};
extern struct hagstone_repetition hagstone_repetitions[HAGSTONE_REPETITIONS];

/* Others than those that are remembered in `repetition` take their place, with one execution. */
void hagstone_replace_repetition(uint64_t watch, uint64_t trap, uint64_t distances, struct hagstone_repetition *repetition);

/* Counts one execution of the reuse of one location that may well be repeated: `bytes` and `stack` below 256. */
static inline void hagstone_count_near_reuse(hagstone_place watch, uint64_t trap, uint64_t time, uint64_t stack,
                                             uint64_t bytes) {
  const uint64_t distances = time << 8 | stack, watched = watch | bytes << HAGSTONE_PLACE_BITS;
  const uint64_t key = trap ^ watched << 8 ^ distances << 20;
  struct hagstone_repetition *const repetition =
      &hagstone_repetitions[key * 0x9e3779b97f4a7c15ull >> (64 - HAGSTONE_REPETITION_BITS)];
  if (((repetition->trap ^ trap) | (repetition->watch ^ watched) | (repetition->distances ^ distances)) == 0)
    repetition->executions++;
  else
    hagstone_replace_repetition(watched, trap, distances, repetition);
}

/* Counts one execution of any other reuses, or of first accesses. */
void hagstone_count_older_reuses(const struct hagstone_alike_reuses *reuses);

/* Pairs count what is reused at this granularity; distances are counted at all. */
void hagstone_count_pairs_at(uint32_t granularity_bits);

/* Writes what is remembered into the recording. */
void hagstone_settle_reuses(void);

/* In the child of a fork: counts from 0. */
void hagstone_forget_reuses(void);

#ifdef __cplusplus
}
#endif

#endif
