/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "counted_pairs.h"

#include "exhaustive/shadow.h"

#define MOST_NUMBERS (1ull << 32)
enum { MOST_TABLES = MOST_NUMBERS >> HAGSTONE_COUNTED_TOGETHER_BITS, NUMBERS = 1 << HAGSTONE_COUNTED_TOGETHER_BITS };

struct hagstone_pair_counts **hagstone_counts_of_pairs; /* null: none yet */
static struct hagstone_exact_pair **first_records;      /* for each of these */
static uint32_t tables;
/* Few records are requested again. So only those of the latest table are remembered when they are made. */
static struct hagstone_exact_pair *latest_records[NUMBERS];
/* Records of another table, by number: filled when one of them is requested. */
static struct hagstone_exact_pair **const records =
    (struct hagstone_exact_pair **)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_PAIR_RECORDS);

static int reserve(void) {
  static int reserved;
  if (!reserved && !hagstone_reserve_shadow(HAGSTONE_SHADOW_PAIR_RECORDS, MOST_NUMBERS * sizeof *records)) reserved = 1;
  if (reserved && !hagstone_counts_of_pairs)
    hagstone_counts_of_pairs = hagstone_memory(MOST_TABLES * sizeof *hagstone_counts_of_pairs);
  if (reserved && !first_records) first_records = hagstone_memory(MOST_TABLES * sizeof *first_records);
  return hagstone_counts_of_pairs && first_records;
}

uint32_t hagstone_new_counted_pair(const struct hagstone_pair_kind *kind, const struct hagstone_pair_key *key,
                                   uint32_t scope) {
  uint32_t index;
  struct hagstone_pair_counts *counts = reserve() ? hagstone_counts_of_next_pair(&index) : 0;
  const int is_new = counts && (!tables || hagstone_counts_of_pairs[tables - 1] != counts);
  if (!counts || (is_new && tables == MOST_TABLES)) {
    ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
    return 0;
  }
  struct hagstone_exact_pair *record = hagstone_record_pair(kind, key, scope);
  if (!record) return 0;
  if (is_new) {
    first_records[tables] = record;
    hagstone_counts_of_pairs[tables++] = counts;
  }
  latest_records[index] = record;
  return ((tables - 1) << HAGSTONE_COUNTED_TOGETHER_BITS) + index + 1;
}

struct hagstone_exact_pair *hagstone_record_of_pair(uint32_t number) {
  const uint32_t table = number >> HAGSTONE_COUNTED_TOGETHER_BITS, index = number % NUMBERS - 1;
  if (table == tables - 1) return latest_records[index];
  if (!records[number]) {
    const uint32_t first = first_records[table]->id - hagstone_counts_of_pairs[table]->first;
    hagstone_exact_pairs_from(first_records[table], &records[number - index + first],
                              HAGSTONE_PAIRS_COUNTED_TOGETHER - first);
  }
  return records[number];
}

void hagstone_forget_counted_pairs(void) {
  const uint64_t numbers = (uint64_t)tables << HAGSTONE_COUNTED_TOGETHER_BITS;
  if (tables) hagstone_clear_shadow(HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_PAIR_RECORDS), numbers * sizeof *records);
  tables = 0;
}
