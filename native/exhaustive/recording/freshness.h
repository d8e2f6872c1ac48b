/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * When counts that are kept outside of the recording are put into it, so that the recording of a program that is killed
 * lacks no more than the last 2 s that it ran, or 10 s where that would take much of its time. Times are monotonic, in ns. */
#ifndef HAGSTONE_EXHAUSTIVE_FRESHNESS_H
#define HAGSTONE_EXHAUSTIVE_FRESHNESS_H

#include <stdint.h>

#define HAGSTONE_USUAL_AGE 2000000000ull
#define HAGSTONE_OLDEST_COUNTS 10000000000ull

#ifdef __cplusplus
extern "C" {
#endif

/* When the next refresh must begin, after one that went on from `begun` to `ended`: what was counted when that one began
 * is no older than HAGSTONE_USUAL_AGE when the next one, which may take a quarter longer and begin 0.2 s late, has ended;
 * or, where refreshes would then take more than a 25th of the time, as rarely as takes no more, but no older than
 * HAGSTONE_OLDEST_COUNTS. Where they take so long that this cannot be, the program runs for as long as they did in between.
 *
 * `moves`: they bring counts to their pairs that otherwise come there later; little of that is more work, and they may
 * take a fifth of the time. */
uint64_t hagstone_next_refresh(uint64_t begun, uint64_t ended, int moves);

#ifdef __cplusplus
}
#endif

#endif
