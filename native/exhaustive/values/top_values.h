/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The most frequent values of one stream, in a table of few entries (Calder, Feller and Eustace, "Value Profiling",
 * sections 3.1 and 3.2; metrics.md section 8). Values come as runs: a value and how often it came in a row, told when the
 * run is over, as in the paper's Figure 1.
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
#define HAGSTONE_NEVER_CLEAR (~0ull)

struct hagstone_top_values {
  uint32_t capacity;
  uint32_t used;
  uint64_t since_clearing; /* occurrences added since the bottom half was emptied */
  uint64_t clear_interval; /* HAGSTONE_NEVER_CLEAR: it never is */
  uint64_t filter;         /* full tables: hagstone_value_bit of every value but the last, and maybe of others; all bits
                              of tables with free places or a single one */
  struct hagstone_value_count entries[]; /* the most frequent first; of equals the one that was there first */
};

static inline uint64_t hagstone_top_values_size(uint32_t capacity) {
  return sizeof(struct hagstone_top_values) + capacity * sizeof(struct hagstone_value_count);
}
/* Entries of the top half; the bottom half has the rest. */
static inline uint32_t hagstone_top_half(uint32_t capacity) { return (capacity + 1) / 2; }

/* Empties a table of 1 to HAGSTONE_MOST_TOP_VALUES entries. `clearing` 0: the bottom half is never emptied. */
void hagstone_top_values_start(struct hagstone_top_values *table, uint32_t capacity, int clearing);

static inline uint64_t hagstone_value_bit(uint64_t value) { return 1ull << (value * 0x9e3779b97f4a7c15ull >> 58); }

/* Adds `occurrences`, at least 1, of a value. */
void hagstone_top_values_enter(struct hagstone_top_values *table, uint64_t value, uint64_t occurrences);

/* The same. Where values hardly ever come back each takes the last place from the one before, at once. */
static inline void hagstone_top_values_add(struct hagstone_top_values *table, uint64_t value, uint64_t occurrences) {
  struct hagstone_value_count *entry = &table->entries[table->capacity - 1];
  const uint64_t since = table->since_clearing + occurrences;
  if (table->filter & hagstone_value_bit(value) || entry->value == value || occurrences > entry[-1].count ||
      since > table->clear_interval) {
    hagstone_top_values_enter(table, value, occurrences);
    return;
  }
  *entry = (struct hagstone_value_count){value, occurrences};
  table->since_clearing = since;
}

/* Occurrences of the values in the top half. */
uint64_t hagstone_top_half_count(const struct hagstone_top_values *table);

#ifdef __cplusplus
}
#endif

#endif
