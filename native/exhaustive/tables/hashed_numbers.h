/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From the hash of something to its number, for things that lie elsewhere by number: compilers have millions of pairs, and
 * of an entry of 8 bytes much stays in the processor's caches. Open addressing in the order of the hashes, at most three
 * quarters full; grows by halves, so that little of it is empty. */
#ifndef HAGSTONE_EXHAUSTIVE_HASHED_NUMBERS_H
#define HAGSTONE_EXHAUSTIVE_HASHED_NUMBERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hagstone_hashed_number {
  uint32_t number; /* 0: free */
  uint32_t hash;
};

/* Starts as all zeros. */
struct hagstone_hashed_numbers {
  struct hagstone_hashed_number *slots; /* null: no capacity */
  uint64_t capacity;
  uint64_t count;
};

static inline uint64_t hagstone_home_of_hash(const struct hagstone_hashed_numbers *numbers, uint32_t hash) {
  return hash * numbers->capacity >> 32;
}

/* Prefetches the data that hagstone_next_with_hash reads first. */
static inline void hagstone_expect_hash(const struct hagstone_hashed_numbers *numbers, uint32_t hash) {
  if (numbers->capacity) __builtin_prefetch(&numbers->slots[hagstone_home_of_hash(numbers, hash)]);
}

/* The numbers of a hash, one with each call, then 0. `slot`: hagstone_home_of_hash before the first. */
static inline uint32_t hagstone_next_with_hash(const struct hagstone_hashed_numbers *numbers, uint32_t hash,
                                               uint64_t *slot) {
  if (!numbers->capacity) return 0;
  for (;;) {
    const struct hagstone_hashed_number each = numbers->slots[*slot];
    if (!each.number) return 0;
    *slot = *slot + 1 == numbers->capacity ? 0 : *slot + 1;
    if (each.hash == hash) return each.number;
  }
}

/* Returns 0 when there is no memory for one more. */
int hagstone_make_room_for_hash(struct hagstone_hashed_numbers *numbers);
/* After room was made for it. `number` is not 0. */
void hagstone_add_hash(struct hagstone_hashed_numbers *numbers, uint32_t hash, uint32_t number);
/* Empties the table. */
void hagstone_forget_hashes(struct hagstone_hashed_numbers *numbers);

#ifdef __cplusplus
}
#endif

#endif
