/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The few cache lines that a thread accessed last, each with its last access: most accesses are to one of them, and the
 * stack distance of those is the number of lines here that were accessed since. They stand in front of the order of all
 * lines (line_order.h): a line that is here is not there.
 *
 * A bit of a matrix says which of two lines was accessed later, the bookkeeping of processor caches: an access sets the
 * line's row and clears its column. */
#ifndef HAGSTONE_EXHAUSTIVE_RECENT_LINES_H
#define HAGSTONE_EXHAUSTIVE_RECENT_LINES_H

#include <emmintrin.h>
#include <stdint.h>

#include "line_order.h"
#include "exhaustive/reuse/reuse_counts.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_RECENT_LINES = 8 };
#define HAGSTONE_NO_LINE 0xffffffffu /* program addresses have HAGSTONE_PROGRAM_ADDRESS_BITS */

struct hagstone_recent_lines {
  uint32_t lines[HAGSTONE_RECENT_LINES]; /* address / 64, or HAGSTONE_NO_LINE */
  uint64_t later; /* bit 8 * i + j: line i was accessed later than line j */
  uint64_t times[HAGSTONE_RECENT_LINES]; /* access number of the last access */
  hagstone_sized_place places[HAGSTONE_RECENT_LINES];
  uint32_t count; /* that are no HAGSTONE_NO_LINE */
  uint32_t reserved;
};

/* Forgets all accesses. */
void hagstone_empty_recent_lines(struct hagstone_recent_lines *recent);

/* Hands all of them over to the order behind. */
void hagstone_retire_recent_lines(struct hagstone_recent_lines *recent, struct hagstone_line_order *behind);

/* Whether one of them is among those from `first` up to but not including `end`. */
int hagstone_recent_lines_overlap(const struct hagstone_recent_lines *recent, uint64_t first, uint64_t end);

/* An access to a line that is not here: takes the place of the one accessed longest ago, which goes to the order behind.
 * `reuse` is set as by hagstone_take_line. Returns where the line is now. */
uint32_t hagstone_bring_line(struct hagstone_recent_lines *recent, struct hagstone_line_order *behind, uint64_t line,
                             uint64_t time, struct hagstone_line_reuse *reuse);

/* One bit for each place that holds this line: none or one. */
static inline uint32_t hagstone_recent_line_mask(const struct hagstone_recent_lines *recent, uint32_t line) {
  const __m128i wanted = _mm_set1_epi32((int)line);
  const __m128i low = _mm_cmpeq_epi32(wanted, _mm_loadu_si128((const __m128i *)recent->lines));
  const __m128i high = _mm_cmpeq_epi32(wanted, _mm_loadu_si128((const __m128i *)(recent->lines + 4)));
  return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(_mm_packs_epi32(low, high), _mm_setzero_si128()));
}

/* Written as it is read, in whole vectors: a vector load stalls on an earlier store to a part of it. */
static inline void hagstone_put_recent_line(struct hagstone_recent_lines *recent, uint32_t at, uint32_t line) {
  const __m128i wanted = _mm_set1_epi32((int)line), there = _mm_set1_epi32((int)at);
  __m128i *const lines = (__m128i *)recent->lines;
  for (int i = 0; i < 2; i++) {
    const __m128i chosen = _mm_cmpeq_epi32(there, _mm_setr_epi32(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3));
    const __m128i kept = _mm_andnot_si128(chosen, _mm_loadu_si128(lines + i));
    _mm_storeu_si128(lines + i, _mm_or_si128(kept, _mm_and_si128(chosen, wanted)));
  }
}

/* Bits of `later`: all of a place's row, and all but its column. A load is cheaper than a shift by a variable here. */
extern const uint64_t hagstone_later_rows[HAGSTONE_RECENT_LINES], hagstone_later_but_columns[HAGSTONE_RECENT_LINES];

/* Lines accessed later than the one in this place. */
static inline uint32_t hagstone_lines_since(uint64_t later, uint32_t at) {
  return HAGSTONE_RECENT_LINES - 1 - (uint32_t)__builtin_popcountll(later & hagstone_later_rows[at]);
}

/* The place accessed longest ago: the first whose row is empty. */
static inline uint32_t hagstone_oldest_recent_line(uint64_t later) {
  return (uint32_t)__builtin_ctzll((later - 0x0101010101010101ull) & ~later & 0x8080808080808080ull) / 8;
}

/* `later` once the line in this place has been accessed. */
static inline uint64_t hagstone_later_after(uint64_t later, uint32_t at) {
  return (later | hagstone_later_rows[at]) & hagstone_later_but_columns[at];
}

#ifdef __cplusplus
}
#endif

#endif
