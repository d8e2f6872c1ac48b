/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * When counts that are kept outside of the recording are put into it, so that the recording of a program that is killed
 * lacks no more than the last 2 s that it ran. Times are monotonic, in ns. */
#ifndef HAGSTONE_EXHAUSTIVE_FRESHNESS_H
#define HAGSTONE_EXHAUSTIVE_FRESHNESS_H

#include <stdint.h>

#define HAGSTONE_OLDEST_COUNTS 2000000000ull

#ifdef __cplusplus
extern "C" {
#endif

/* When the next refresh must begin, after one that went on from `begun` to `ended`: what was counted when that one began
 * is no older than HAGSTONE_OLDEST_COUNTS when the next one, which may take a quarter longer and begin 0.2 s late, has
 * ended. Where they take more than 0.55 s this may not be: the program runs for half of the time. */
uint64_t hagstone_next_refresh(uint64_t begun, uint64_t ended);

#ifdef __cplusplus
}
#endif

#endif
