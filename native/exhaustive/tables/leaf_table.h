/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From the places of accesses (pairs.h) to their context records: compilers have millions, so that an entry takes 12
 * bytes. Open addressing, grows by halves. */
#ifndef HAGSTONE_LEAF_TABLE_H
#define HAGSTONE_LEAF_TABLE_H

#include <stdint.h>

#include "exhaustive/pairs/pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts as all zeros. */
struct hagstone_leaf_table {
  struct hagstone_leaf_entry *entries; /* null: empty */
  uint64_t capacity;
  uint64_t count;
};

/* Prefetches the data that hagstone_leaf_record reads. */
void hagstone_expect_leaf_record(const struct hagstone_leaf_table *table, hagstone_place place);
/* The record of a place that is not 0; 0 for a new one, which the caller sets. Null: no memory. Valid until the next of
 * these. */
uint32_t *hagstone_leaf_record(struct hagstone_leaf_table *table, hagstone_place place);
/* Empties the table. */
void hagstone_forget_leaf_records(struct hagstone_leaf_table *table);

#ifdef __cplusplus
}
#endif

#endif
