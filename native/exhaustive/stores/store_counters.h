/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What became of stores, counted in the recording (metrics.md sections 1 and 2). */
#ifndef HAGSTONE_EXHAUSTIVE_STORE_COUNTERS_H
#define HAGSTONE_EXHAUSTIVE_STORE_COUNTERS_H

#include <stdint.h>

#include "../pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a store that one place stored before. */
struct hagstone_earlier_store {
  hagstone_place place;
  uint64_t bytes;
  uint64_t unread;             /* of them, and not accessed by another thread either */
  uint64_t unread_interleaved; /* of them, but another thread accessed them in between */
};

/* What was known of the bytes of one store. Starts as all zeros. */
struct hagstone_store_history {
  struct hagstone_earlier_store *earlier; /* each place once */
  uint32_t count;
  uint32_t capacity;
  uint64_t first;        /* bytes without an earlier store by this thread */
  int interleaved;       /* another thread accessed some of the others since */
  const uint8_t *values; /* earlier values of all bytes, as this thread stored them; null: not known */
};

/* Null where there is no memory: the bytes are left out, counted as dropped_pairs_full. */
struct hagstone_earlier_store *hagstone_earlier_store_of(struct hagstone_store_history *history, hagstone_place place);

/* A store at `trap` that ends the lives of dead ones. */
void hagstone_count_dead_stores(hagstone_place trap, const struct hagstone_store_history *history);
/* `repeated`: all of its bytes have an earlier store and hold what they held. */
void hagstone_count_silent_store(hagstone_place trap, const struct hagstone_store_history *history, int repeated);

/* A store over bytes of one place: so many of them dead, so many silent. */
void hagstone_count_store_over(hagstone_place trap, hagstone_place watch, uint64_t dead_bytes,
                               uint64_t silent_bytes);

enum hagstone_store_fate {
  HAGSTONE_STORE_FIRST,       /* has no earlier one */
  HAGSTONE_STORE_UNFINISHED,  /* no later access decided */
  HAGSTONE_STORE_FREED,       /* its memory ended */
  HAGSTONE_STORE_INTERLEAVED  /* another thread accessed the bytes in between */
};
/* `tool`: dead or silent stores. */
void hagstone_count_store_without_pair(uint32_t tool, hagstone_place place, enum hagstone_store_fate fate,
                                       uint64_t bytes);

/* Whoever counts all that is unfinished begins with none. */
void hagstone_forget_unfinished_stores(void);
/* In the child of a fork: the counters are gone with the parent's recording. */
void hagstone_forget_store_counters(void);

#ifdef __cplusplus
}
#endif

#endif
