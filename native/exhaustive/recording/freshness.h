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

/* When the next refresh must begin, after one from `begun` to `ended`: the counts written by that one
 * are no older than HAGSTONE_OLDEST_COUNTS when the next one, which may take a quarter longer and begin 0.2 s late, has
 * ended. Where they take more than 0.55 s this may not be: the program runs for half of the time. */
uint64_t hagstone_next_refresh(uint64_t begun, uint64_t ended);

/* While all threads wait nothing can be put into the recording, however long that takes: it is done as the wait begins. Such
 * refreshes may take this part of the time, and unused time of before, up to a limit. Starts as all zeros. */
enum { HAGSTONE_TIME_PER_REFRESH_BEFORE_WAIT = 32 };
#define HAGSTONE_MOST_TIME_LEFT_FOR_WAITS 100000000ull
struct hagstone_waits {
  uint64_t left;   /* ns */
  uint64_t latest; /* when that was */
  uint64_t cost;   /* of the latest refresh */
};
int hagstone_may_refresh_before_wait(struct hagstone_waits *waits, uint64_t now);
void hagstone_refreshed_before_wait(struct hagstone_waits *waits, uint64_t cost);

#ifdef __cplusplus
}
#endif

#endif
