/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The shadow memory of places by their numbers (place_numbers.h), and of the loads counted there (place_pairs.h). */
#ifndef HAGSTONE_EXHAUSTIVE_NUMBERED_PLACES_H
#define HAGSTONE_EXHAUSTIVE_NUMBERED_PLACES_H

#include <stdint.h>

#include "exhaustive/pairs/pairs.h"
#include "exhaustive/shadow.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The shadow has the places by number, followed by the counts of place_pairs.h by number. */
#define HAGSTONE_MOST_PLACE_NUMBERS 0x100000000ull
#define HAGSTONE_PLACES_BYTES (HAGSTONE_MOST_PLACE_NUMBERS * sizeof(hagstone_place))

/* Prefetches the data that hagstone_numbered_place reads. */
static inline void hagstone_expect_numbered_place(uint32_t number) {
  __builtin_prefetch((const hagstone_place *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOADS_THREADS) + number);
}

/* `number` is not 0. */
static inline hagstone_place hagstone_numbered_place(uint32_t number) {
  return ((const hagstone_place *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOADS_THREADS))[number];
}

/* Instead of a watch: none. Not 0, which loads of bytes that were never loaded would take for theirs. */
#define HAGSTONE_NO_WATCH 0xffffffffu

/* Loads by one numbered place that repeated all of their bytes, not yet in the recording. There are never so many that
 * they overflow: hagstone_write_place_pairs is called every few seconds. */
struct hagstone_place_pairs {
  uint32_t watch; /* number of the earlier loads' place, of the latest pair */
  uint32_t repeated;
  uint32_t others; /* number of the record of the three pairs before; 0: there are none */
};

static inline struct hagstone_place_pairs *hagstone_pairs_of_place(uint32_t number) {
  return (struct hagstone_place_pairs *)(HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOADS_THREADS) + HAGSTONE_PLACES_BYTES) +
         number;
}

/* To be called for a new number. */
static inline void hagstone_begin_place_pairs(uint32_t number) {
  hagstone_pairs_of_place(number)->watch = HAGSTONE_NO_WATCH;
}

/* Numbers that share a bit of the expected ones. */
enum { HAGSTONE_PLACE_GROUP_BITS = 4, HAGSTONE_PLACE_GROUP = 1 << HAGSTONE_PLACE_GROUP_BITS };
/* A bit for each group; null: nothing is counted here. */
extern uint64_t *hagstone_expected_places;

/* Loads by `count` numbered places, the first of them `first`, may be counted until hagstone_write_place_pairs is called
 * the next time: only these are checked then. */
void hagstone_expect_place_pairs(uint32_t first, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
