/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Order statistics: a count for each slot, and how much lies in the slots after a given one, both in O(log slots). A
 * tree of partial sums with 16 children to a node, one cache line. Sums are asked from the end, where most reuses are:
 * the walk ends at the node that holds both the slot and the last one in use, so near slots cost one level. */
#ifndef HAGSTONE_EXHAUSTIVE_SLOT_COUNTS_H
#define HAGSTONE_EXHAUSTIVE_SLOT_COUNTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_SLOT_LEVELS = 8 }; /* 16^8 = 2^32 slots */

struct hagstone_slot_counts {
  uint32_t *levels[HAGSTONE_SLOT_LEVELS]; /* [0]: the slots; [n]: sums of 16 of [n - 1] */
  uint32_t level_count;
  uint64_t bytes; /* of all levels */
};

/* All counts are 0. Returns 0 when there is no memory. */
int hagstone_make_slot_counts(struct hagstone_slot_counts *counts, uint32_t slots);
void hagstone_free_slot_counts(struct hagstone_slot_counts *counts);

/* `amount` may be negative (modulo 2^32), the count of a slot never. */
static inline void hagstone_add_slot_count(struct hagstone_slot_counts *counts, uint32_t slot, uint32_t amount) {
  for (uint32_t level = 0; level < counts->level_count; level++, slot >>= 4) counts->levels[level][slot] += amount;
}

/* Sum of the counts of the slots after `slot`; `last`: no later one has a count. */
static inline uint64_t hagstone_slot_counts_after(const struct hagstone_slot_counts *counts, uint32_t slot, uint32_t last) {
  uint64_t sum = 0;
  for (uint32_t level = 0;; level++, slot >>= 4, last >>= 4) {
    const uint32_t *const sums = counts->levels[level];
    for (uint32_t i = slot + 1, end = slot | 15; i <= end; i++) sum += sums[i];
    if (slot >> 4 == last >> 4) return sum;
  }
}

#ifdef __cplusplus
}
#endif

#endif
