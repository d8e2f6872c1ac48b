/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Pairs of redundant loads by the numbers of their places (place_numbers.h). Compilers have millions of them, whose
 * counters are spread over the recording: new instances are buffered, and the pairs are looked up many at a time, so
 * that the processor fetches them in parallel. */
#ifndef HAGSTONE_EXHAUSTIVE_HELD_PAIRS_H
#define HAGSTONE_EXHAUSTIVE_HELD_PAIRS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 0, or why nothing can be held. */
const char *hagstone_start_held_pairs(void);

/* Redundant loads by the place numbered `trap`, of so many bytes together, that the place numbered `watch` had loaded.
 * `address`: of the first of them, which happens now and is not yet in the shadow; 0 if the pair has been reported before.
 * Not for --scope=always. */
void hagstone_hold_pair(uint32_t watch, uint32_t trap, uint64_t address, uint64_t instances, uint64_t bytes);

/* Whether pages of the recording leave this process's memory once they are written. */
int hagstone_load_recording_is_released(void);

/* Writes the buffered instances into the recording. */
void hagstone_write_held_pairs(void);
/* In the child of a fork: the counters are gone with the parent's recording. */
void hagstone_forget_held_pairs(void);

#ifdef __cplusplus
}
#endif

#endif
