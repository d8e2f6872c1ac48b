/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Order statistics: a count for each slot, and how much is in the slots after a given one, both in O(log slots). A
 * tree of partial sums with 16 children to a node, one cache line. Sums are asked from the end, where most reuses are:
 * the walk ends at the node that holds both the slot and the last one in use, so near slots cost one level. */
#ifndef HAGSTONE_EXHAUSTIVE_SLOT_COUNTS_H
#define HAGSTONE_EXHAUSTIVE_SLOT_COUNTS_H

#include <emmintrin.h>
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

/* 16 zeros, then 16 numbers of all ones: from the one at 15 - n on, the rest of a node after its number n. */
extern const uint32_t hagstone_after_masks[32];

/* Sums, in four parts, of the numbers of a node after the one at `at` (0 to 15). */
static inline __m128i hagstone_sums_after(const uint32_t *node, uint32_t at) {
  const uint32_t *const masks = hagstone_after_masks + (15 - at);
  const __m128i *const numbers = (const __m128i *)node;
  const __m128i first = _mm_and_si128(_mm_load_si128(numbers), _mm_loadu_si128((const __m128i *)masks));
  const __m128i second = _mm_and_si128(_mm_load_si128(numbers + 1), _mm_loadu_si128((const __m128i *)(masks + 4)));
  const __m128i third = _mm_and_si128(_mm_load_si128(numbers + 2), _mm_loadu_si128((const __m128i *)(masks + 8)));
  const __m128i fourth = _mm_and_si128(_mm_load_si128(numbers + 3), _mm_loadu_si128((const __m128i *)(masks + 12)));
  return _mm_add_epi32(_mm_add_epi32(first, second), _mm_add_epi32(third, fourth));
}

/* Sum of the counts of the slots after `slot`; `last`: no later one has a count. Below 2^32 in all. */
static inline uint64_t hagstone_slot_counts_after(const struct hagstone_slot_counts *counts, uint32_t slot, uint32_t last) {
  __m128i sums = hagstone_sums_after(counts->levels[0] + (slot & ~15u), slot & 15);
  for (uint32_t level = 1; slot >> 4 != last >> 4; level++) {
    slot >>= 4;
    last >>= 4;
    sums = _mm_add_epi32(sums, hagstone_sums_after(counts->levels[level] + (slot & ~15u), slot & 15));
  }
  uint32_t parts[4];
  _mm_storeu_si128((__m128i *)parts, sums);
  return parts[0] + parts[1] + parts[2] + parts[3];
}

/* The same for all later slots, by as many steps wherever the slot is. */
static inline uint64_t hagstone_slot_counts_after_in_all(const struct hagstone_slot_counts *counts, uint32_t slot) {
  __m128i sums = _mm_setzero_si128();
  for (uint32_t level = 0; level < counts->level_count; level++, slot >>= 4)
    sums = _mm_add_epi32(sums, hagstone_sums_after(counts->levels[level] + (slot & ~15u), slot & 15));
  sums = _mm_add_epi32(sums, _mm_unpackhi_epi64(sums, sums));
  return (uint32_t)_mm_cvtsi128_si32(_mm_add_epi32(sums, _mm_shuffle_epi32(sums, 1)));
}

#ifdef __cplusplus
}
#endif

#endif
