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

struct hagstone_repetition {
  struct hagstone_alike_reuses reuses;
  uint64_t executions;
  uint64_t reserved[2]; /* to the end of its cache line */
};
extern struct hagstone_repetition hagstone_repetitions[HAGSTONE_REPETITIONS];

/* Others than those that are remembered in `repetition` take their place, with one execution. */
void hagstone_replace_repetition(hagstone_place watch, uint64_t trap, uint64_t time, uint64_t stack, uint64_t amounts,
                                 struct hagstone_repetition *repetition);

/* Counts one execution of reuses that may well be repeated. The arguments are the members of hagstone_alike_reuses, one by
 * one so that they stay in registers. */
static inline void hagstone_count_near_reuses(hagstone_place watch, uint64_t trap, uint64_t time, uint64_t stack,
                                              uint64_t amounts) {
  const uint64_t key = trap ^ watch << 8 ^ time << 20 ^ stack << 40;
  struct hagstone_repetition *const repetition =
      &hagstone_repetitions[key * 0x9e3779b97f4a7c15ull >> (64 - HAGSTONE_REPETITION_BITS)];
  const struct hagstone_alike_reuses *const known = &repetition->reuses;
  if (known->trap == trap && known->watch == watch && known->time == time && known->stack == stack && known->amounts == amounts)
    repetition->executions++;
  else
    hagstone_replace_repetition(watch, trap, time, stack, amounts, repetition);
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
