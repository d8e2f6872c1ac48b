/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The most frequent values of one stream, in a table of few entries (Calder, Feller and Eustace, "Value Profiling",
 * sections 3.1 and 3.2; metrics.md section 8). Values come as runs: a value and how often it came in a row, added when
 * the run is over, as in the paper's Figure 1.
 *
 * A value that is not in a full table takes the place of the least frequent one. So that values which come up late can
 * hold their place at all, the bottom half of the table is emptied when more than the clear interval was added since the
 * last time; the interval is then max(2000, 2 * count of the middle entry), the least frequent of the top half. */
#ifndef HAGSTONE_TOP_VALUES_H
#define HAGSTONE_TOP_VALUES_H

#include <stdint.h>

#include "common/raw_format.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_LEAST_CLEAR_INTERVAL = 2000, HAGSTONE_MOST_TOP_VALUES = 255 };

/* The caller knows the capacity. Fields that most additions need come first. */
struct hagstone_top_values {
  int64_t until_clearing; /* occurrences that the clear interval has left; the largest number where it has no end */
  uint64_t filter;        /* full tables: hagstone_value_bits of every value but the least frequent, and maybe of others;
                             all bits of tables with free places or a single one */
  struct hagstone_value_count entries[]; /* the least frequent first; of equals the one that was there last. Free ones,
                                            whose count is 0, before all others */
};

/* Entries of the top half; the bottom half has the rest. */
static inline uint32_t hagstone_top_half(uint32_t capacity) { return (capacity + 1) / 2; }

/* Empties a table for 1 to HAGSTONE_MOST_TOP_VALUES entries. `clearing` 0: the bottom half is never emptied. */
void hagstone_top_values_start(struct hagstone_top_values *table, uint32_t capacity, int clearing);

/* Three bits of 64 (a Bloom filter): of ten values one in 25 others has all its bits among theirs. */
static inline uint64_t hagstone_value_bits(uint64_t value) {
  const uint64_t hash = value * 0x9e3779b97f4a7c15ull;
  return 1ull << (hash >> 58) | 1ull << (hash >> 52 & 63) | 1ull << (hash >> 46 & 63);
}

/* Adds `occurrences`, at least 1, of a value. */
void hagstone_top_values_enter(struct hagstone_top_values *table, uint32_t capacity, uint64_t value, uint64_t occurrences);

/* Whether hagstone_top_values_replace does the same as hagstone_top_values_enter: the value is in no place but the last,
 * from which it takes the one before, and stays there. */
static inline int hagstone_top_values_only_replaces(const struct hagstone_top_values *table, uint64_t value,
                                                    uint64_t occurrences) {
  const uint64_t bits = hagstone_value_bits(value);
  return (table->filter & bits) != bits && table->entries[0].value != value && occurrences <= table->entries[1].count &&
         (int64_t)occurrences <= table->until_clearing;
}
static inline void hagstone_top_values_replace(struct hagstone_top_values *table, uint64_t value, uint64_t occurrences) {
  table->entries[0].value = value;
  table->entries[0].count = occurrences;
  table->until_clearing -= (int64_t)occurrences;
}

/* Occurrences of the values in the top half. */
uint64_t hagstone_top_half_count(const struct hagstone_top_values *table, uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
