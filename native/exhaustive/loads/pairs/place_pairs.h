/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The latest pairs of each numbered place. In nine of ten cases a load that repeats a value repeats one of the
 * latest four loads that it repeated in its calling context: those are counted here, beside those of the
 * superblock's other loads, by translated code (load_code.c) if it is the latest. Of eight million places of a
 * compiler, seven never repeat a second load: pairs beyond the latest are kept elsewhere. */
#ifndef HAGSTONE_EXHAUSTIVE_PLACE_PAIRS_H
#define HAGSTONE_EXHAUSTIVE_PLACE_PAIRS_H

#include <stdint.h>

#include "place_numbers.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Instead of a watch: none. Not 0, which loads of bytes that were never loaded would take for theirs. */
#define HAGSTONE_NO_WATCH 0xffffffffu

/* Loads by one numbered place that repeated all of their bytes, not yet in the recording. There are never so many that
 * they overflow: hagstone_write_place_pairs is called every few seconds. */
struct hagstone_place_pairs {
  uint32_t watch; /* number of the earlier loads' place, of the latest pair */
  uint32_t repeated;
  uint32_t others; /* number of what is known of the three pairs before; 0: there are none */
};

static inline struct hagstone_place_pairs *hagstone_pairs_of_place(uint32_t number) {
  return (struct hagstone_place_pairs *)(HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_LOADS_THREADS) + HAGSTONE_PLACES_BYTES) +
         number;
}

/* To be called for a new number. */
static inline void hagstone_begin_place_pairs(uint32_t number) {
  hagstone_pairs_of_place(number)->watch = HAGSTONE_NO_WATCH;
}

/* Loads by `count` numbered places, the first of them `first`, may be counted until hagstone_write_place_pairs is called
 * the next time: only these are looked at then. */
void hagstone_expect_place_pairs(uint32_t first, uint32_t count);

/* Returns 0, or why nothing can be counted. */
const char *hagstone_start_place_pairs(void);

/* A load by the place numbered `trap` of the `bytes` of its site at `address`, all of which the place numbered `watch` had loaded and
 * which hold what they held then. Told before it is in the shadow. Not for --scope=always. */
void hagstone_count_place_pair(uint32_t watch, uint32_t trap, uint64_t address, uint64_t bytes);

/* Writes the counts kept here into the recording. Not to be called while a superblock runs. */
void hagstone_write_place_pairs(void);
/* In the child of a fork: the counters are gone with the parent's recording. */
void hagstone_forget_place_pairs(void);

#ifdef __cplusplus
}
#endif

#endif
