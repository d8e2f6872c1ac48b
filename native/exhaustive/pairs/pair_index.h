/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From two places to the representation of their pair, if nothing else distinguishes pairs: compilers have millions,
 * so an entry takes 24 bytes. Open addressing, grows by halves. */
#ifndef HAGSTONE_PAIR_INDEX_H
#define HAGSTONE_PAIR_INDEX_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Starts as all zeros. */
struct hagstone_pair_index {
  struct hagstone_pair_index_entry *entries; /* null: empty */
  uint64_t capacity;
  uint64_t count;
};

/* Null if the pair is not there. */
void *hagstone_indexed_pair(const struct hagstone_pair_index *index, uint64_t watch, uint64_t trap);
/* Returns 0 when there is no memory for one more. */
int hagstone_make_room_in_pair_index(struct hagstone_pair_index *index);
/* Adds a pair that is not there, after room was made for it. `watch` is not 0, `value` is not null. */
void hagstone_index_pair(struct hagstone_pair_index *index, uint64_t watch, uint64_t trap, void *value);
/* Empties the index. */
void hagstone_forget_indexed_pairs(struct hagstone_pair_index *index);

#ifdef __cplusplus
}
#endif

#endif
