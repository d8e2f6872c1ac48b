/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bytes stored that ended in no pair and in no use. Held back like pairs (store_pairs.h). */
#ifndef HAGSTONE_EXHAUSTIVE_STORES_WITHOUT_PAIR_H
#define HAGSTONE_EXHAUSTIVE_STORES_WITHOUT_PAIR_H

#include <stdint.h>

#include "exhaustive/pairs/pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

enum hagstone_store_fate {
  HAGSTONE_STORE_FIRST,       /* has no earlier one */
  HAGSTONE_STORE_UNFINISHED,  /* no later access decided */
  HAGSTONE_STORE_FREED,       /* its memory ended */
  HAGSTONE_STORE_INTERLEAVED, /* another thread accessed the bytes in between */
  HAGSTONE_STORE_FATES
};
/* This many bytes of the tool dead stores, and this many of silent stores. */
void hagstone_count_store_without_pair(hagstone_place place, enum hagstone_store_fate fate, uint64_t dead, uint64_t silent);

/* A caller that counts everything unfinished begins with none. */
void hagstone_forget_unfinished_stores(void);

/* Writes the buffered bytes into the recording. */
void hagstone_write_stores_without_pair(void);
/* In the child of a fork: the counters are gone with the parent's recording. */
void hagstone_forget_stores_without_pair(void);

#ifdef __cplusplus
}
#endif

#endif
