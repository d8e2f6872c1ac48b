/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sums of the slots after the few that were asked for last (slot_counts.h), kept up to date: lines that are accessed
 * one after the other have slots close to each other, and a loop goes through a few rows of lines at once. */
#ifndef HAGSTONE_EXHAUSTIVE_KEPT_SUMS_H
#define HAGSTONE_EXHAUSTIVE_KEPT_SUMS_H

#include <emmintrin.h>
#include <stdint.h>

#include "slot_counts.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_KEPT_SUMS = 4 };
#define HAGSTONE_NO_SLOT 0xffffffffu

/* Written as it is read, in whole vectors: a vector load stalls on an earlier store to a part of it. */
struct hagstone_kept_sums {
  uint32_t slots[HAGSTONE_KEPT_SUMS]; /* below 2^31, or HAGSTONE_NO_SLOT */
  uint32_t sums[HAGSTONE_KEPT_SUMS];
  uint32_t next; /* to be replaced */
};

/* To be called before the first use, and where counts change otherwise than by the next function. */
static inline void hagstone_forget_sums(struct hagstone_kept_sums *kept) {
  for (uint32_t i = 0; i < HAGSTONE_KEPT_SUMS; i++) kept->slots[i] = HAGSTONE_NO_SLOT;
  kept->next = 0;
}

/* The slot's count changes by `amount`, modulo 2^32. */
static inline void hagstone_add_to_sums(struct hagstone_kept_sums *kept, uint32_t slot, uint32_t amount) {
  __m128i *const sums = (__m128i *)kept->sums;
  const __m128i before = _mm_cmpgt_epi32(_mm_set1_epi32((int)slot), _mm_loadu_si128((const __m128i *)kept->slots));
  _mm_storeu_si128(sums, _mm_add_epi32(_mm_loadu_si128(sums), _mm_and_si128(before, _mm_set1_epi32((int)amount))));
}

static inline void hagstone_keep_in_lane(uint32_t *numbers, __m128i lane, uint32_t number) {
  __m128i *const all = (__m128i *)numbers;
  const __m128i others = _mm_andnot_si128(lane, _mm_loadu_si128(all));
  _mm_storeu_si128(all, _mm_or_si128(others, _mm_and_si128(lane, _mm_set1_epi32((int)number))));
}

/* Same result as hagstone_slot_counts_after_in_all. */
static inline uint32_t hagstone_sum_after(struct hagstone_kept_sums *kept, const struct hagstone_slot_counts *counts,
                                          uint32_t slot) {
  const __m128i alike = _mm_cmpeq_epi32(_mm_set1_epi32((int)slot), _mm_loadu_si128((const __m128i *)kept->slots));
  const uint32_t known = (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(alike));
  if (known) return kept->sums[__builtin_ctz(known)];
  const uint32_t sum = (uint32_t)hagstone_slot_counts_after_in_all(counts, slot);
  const __m128i lane = _mm_cmpeq_epi32(_mm_set1_epi32((int)kept->next), _mm_setr_epi32(0, 1, 2, 3));
  hagstone_keep_in_lane(kept->slots, lane, slot);
  hagstone_keep_in_lane(kept->sums, lane, sum);
  kept->next = (kept->next + 1) % HAGSTONE_KEPT_SUMS;
  return sum;
}

#ifdef __cplusplus
}
#endif

#endif
