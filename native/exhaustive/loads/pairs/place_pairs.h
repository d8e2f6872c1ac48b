/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The latest pairs of each numbered place. In nine of ten cases a load that repeats a value repeats one of the
 * latest four loads that it repeated in its calling context: those are counted here, beside those of the
 * superblock's other loads, by translated code (load_code.c) if it is the latest. Of eight million places of a
 * compiler, seven never repeat a second load: pairs beyond the latest are kept elsewhere. */
#ifndef HAGSTONE_EXHAUSTIVE_PLACE_PAIRS_H
#define HAGSTONE_EXHAUSTIVE_PLACE_PAIRS_H

#include <stdint.h>

#include "numbered_places.h"

#ifdef __cplusplus
extern "C" {
#endif

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
