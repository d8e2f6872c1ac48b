/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Outcomes of stores that replace others of several places (metrics.md sections 1 and 2). */
#ifndef HAGSTONE_EXHAUSTIVE_STORE_COUNTERS_H
#define HAGSTONE_EXHAUSTIVE_STORE_COUNTERS_H

#include <stdint.h>

#include "exhaustive/pairs/pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a store that one place stored before. */
struct hagstone_earlier_store {
  hagstone_place place;
  uint32_t scope;              /* of the pair with the store, where the scope is part of its identity; 0 otherwise */
  uint64_t bytes;
  uint64_t unread;             /* of them, and not accessed by another thread either */
  uint64_t unread_interleaved; /* of them, but another thread accessed them in between */
};

/* The data on the bytes of one store. Starts as all zeros. */
struct hagstone_store_history {
  struct hagstone_earlier_store *earlier; /* each place and scope once */
  uint32_t count;
  uint32_t capacity;
  uint64_t first;        /* bytes without an earlier store by this thread */
  hagstone_place latest_watch; /* the scope found last is of this place's store at this time; 0: none was asked for */
  uint64_t latest_time;
  uint32_t latest_scope;
  int interleaved;       /* another thread accessed some of the others since */
  const uint8_t *values; /* earlier values of all bytes, as this thread stored them; null: not known */
};

/* Null where there is no memory: the bytes are left out, counted as dropped_pairs_full. */
struct hagstone_earlier_store *hagstone_earlier_store_of(struct hagstone_store_history *history, hagstone_place place,
                                                         uint32_t scope);

/* A store at `trap` that ends the lives of dead ones. */
void hagstone_count_dead_stores(hagstone_place trap, const struct hagstone_store_history *history);
/* `repeated`: all of its bytes have an earlier store and are unchanged. */
void hagstone_count_silent_store(hagstone_place trap, const struct hagstone_store_history *history, int repeated);

#ifdef __cplusplus
}
#endif

#endif
