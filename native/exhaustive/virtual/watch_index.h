/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Watched parts that an access touches: chains of watches by the aligned 8 bytes that they lie in, so that an access
 * costs one look-up for each 8 bytes, however many registers are armed. */
#ifndef HAGSTONE_VIRTUAL_WATCH_INDEX_H
#define HAGSTONE_VIRTUAL_WATCH_INDEX_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_WATCH_CHAINS_BITS = 12 };

/* The first member of every watch. */
struct hagstone_indexed_watch {
  uint64_t word; /* address / 8 */
  struct hagstone_indexed_watch *next;
};

/* Zeroed: empty. */
struct hagstone_watch_index {
  struct hagstone_indexed_watch *chains[1u << HAGSTONE_WATCH_CHAINS_BITS];
};

/* The multiplication carries neighbouring words and strides of any size into all chains. */
static inline struct hagstone_indexed_watch **hagstone_watch_chain(struct hagstone_watch_index *index, uint64_t word) {
  return &index->chains[word * 0x9e3779b97f4a7c15ull >> (64 - HAGSTONE_WATCH_CHAINS_BITS)];
}

static inline void hagstone_index_watch(struct hagstone_watch_index *index, struct hagstone_indexed_watch *watch) {
  struct hagstone_indexed_watch **chain = hagstone_watch_chain(index, watch->word);
  watch->next = *chain;
  *chain = watch;
}

/* `watch` is in the index. */
static inline void hagstone_unindex_watch(struct hagstone_watch_index *index, struct hagstone_indexed_watch *watch) {
  struct hagstone_indexed_watch **link = hagstone_watch_chain(index, watch->word);
  while (*link != watch) link = &(*link)->next;
  *link = watch->next;
}

#ifdef __cplusplus
}
#endif

#endif
