/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A table that is moved into a larger one from its beginning to its end: moved parts are released at once, so that
 * both never exist completely. */
#ifndef HAGSTONE_EXHAUSTIVE_LEAVING_TABLE_H
#define HAGSTONE_EXHAUSTIVE_LEAVING_TABLE_H

#include "exhaustive/measurement.h"

/* `memory` null: nothing to give back. The last member starts as 0. */
struct hagstone_leaving_table {
  void *memory;
  uint64_t bytes;
  uint64_t given_back;
};

/* Everything before `end` has been moved. */
static inline void hagstone_leave_table(struct hagstone_leaving_table *table, const void *end) {
  /* In whole huge pages. */
  const uint64_t step = 1 << 21, start = (uint64_t)table->memory + table->given_back;
  const uint64_t table_end = (uint64_t)table->memory + table->bytes;
  const uint64_t stop = (uint64_t)end == table_end ? table_end : (uint64_t)end & ~(step - 1);
  if (stop <= start) return;
  hagstone_give_back((void *)start, stop - start);
  table->given_back += stop - start;
}

#endif
