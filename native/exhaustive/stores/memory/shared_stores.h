/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Last stores of the 4 bytes of a granule that several threads access: each thread has its own, with the values it
 * stored and whether another thread accessed the bytes since (metrics.md section 1, Threads). */
#ifndef HAGSTONE_EXHAUSTIVE_SHARED_STORES_H
#define HAGSTONE_EXHAUSTIVE_SHARED_STORES_H

#include "owner_words.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One thread's stores to a granule; masks have the lowest address in the lowest bit. */
struct hagstone_thread_stores {
  struct hagstone_thread_stores *next;
  uint32_t thread;
  uint8_t valid;       /* stored by this thread */
  uint8_t unread;      /* of them: not read by it since */
  uint8_t interleaved; /* of them: accessed by another thread since */
  uint8_t values[HAGSTONE_GRANULE_BYTES];
  hagstone_place places[HAGSTONE_GRANULE_BYTES];
  uint64_t times[HAGSTONE_GRANULE_BYTES]; /* of the stores, where scopes ask for them (store_times.h) */
};

struct hagstone_shared_granule {
  struct hagstone_thread_stores *threads;
};

/* Null: no memory. */
struct hagstone_shared_granule *hagstone_new_shared_granule(void);
void hagstone_give_back_shared_granule(struct hagstone_shared_granule *granule);

/* The thread's stores, new and empty if need be. Null: no memory. */
struct hagstone_thread_stores *hagstone_thread_stores_of(struct hagstone_shared_granule *granule, uint32_t thread);

/* The thread accesses the bytes of `mask`: other threads' stores there are interleaved from now on. */
void hagstone_interleave(struct hagstone_shared_granule *granule, uint32_t thread, uint32_t mask);

/* Calls `end` for the bytes of `mask`, which are forgotten if wanted. Returns the bytes of all threads that are left. */
uint32_t hagstone_end_shared_stores(struct hagstone_shared_granule *granule, uint32_t mask, hagstone_end_stores *end,
                                    int forget);

#ifdef __cplusplus
}
#endif

#endif
