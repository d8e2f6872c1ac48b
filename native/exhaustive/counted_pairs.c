/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "counted_pairs.h"

#include "shadow.h"

#define MOST_NUMBERS (1ull << 32)
enum { MOST_TABLES = MOST_NUMBERS >> HAGSTONE_COUNTED_TOGETHER_BITS };

struct hagstone_pair_counts **hagstone_counts_of_pairs; /* null: none yet */
static uint32_t tables;
static struct hagstone_exact_pair **const records =
    (struct hagstone_exact_pair **)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_PAIR_RECORDS); /* by number */

static int reserve(void) {
  static int reserved;
  if (!reserved && !hagstone_reserve_shadow(HAGSTONE_SHADOW_PAIR_RECORDS, MOST_NUMBERS * sizeof *records)) reserved = 1;
  if (reserved && !hagstone_counts_of_pairs)
    hagstone_counts_of_pairs = hagstone_memory(MOST_TABLES * sizeof *hagstone_counts_of_pairs);
  return hagstone_counts_of_pairs != 0;
}

uint32_t hagstone_new_counted_pair(const struct hagstone_pair_kind *kind, const struct hagstone_pair_key *key, uint32_t scope) {
  uint32_t index;
  struct hagstone_pair_counts *counts = reserve() ? hagstone_counts_of_next_pair(&index) : 0;
  const int is_new = counts && (!tables || hagstone_counts_of_pairs[tables - 1] != counts);
  if (!counts || (is_new && tables == MOST_TABLES)) {
    ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
    return 0;
  }
  struct hagstone_exact_pair *record = hagstone_record_pair(kind, key, scope);
  if (!record) return 0;
  if (is_new) hagstone_counts_of_pairs[tables++] = counts;
  const uint32_t number = ((tables - 1) << HAGSTONE_COUNTED_TOGETHER_BITS) + index + 1;
  records[number] = record;
  return number;
}

struct hagstone_exact_pair *hagstone_record_of_pair(uint32_t number) { return records[number]; }

void hagstone_forget_counted_pairs(void) { tables = 0; }
