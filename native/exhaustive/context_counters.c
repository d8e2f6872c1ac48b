/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "context_counters.h"

#include "engine_memory.h"
#include "shadow.h"

enum { MOST_CONTEXTS = 1u << HAGSTONE_CALLING_CONTEXT_BITS, FIRST_CAPACITY_BITS = 2 };

struct counter {
  uint64_t block; /* 0: free */
  uint64_t *count;
};

/* A table never moves: when it is full a larger one is put ahead of it. */
struct table {
  struct table *smaller;
  uint32_t capacity_bits;
  uint32_t used;
  struct counter counters[];
};

static struct table **const tables = (struct table **)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_CONTEXT_COUNTERS);
static uint32_t contexts_end; /* one past the greatest context that has a table */

const char *hagstone_start_context_counters(void) {
  return hagstone_reserve_shadow(HAGSTONE_SHADOW_CONTEXT_COUNTERS, (uint64_t)MOST_CONTEXTS * sizeof *tables);
}

/* The block's counter in the table, or the free one where it belongs. */
static struct counter *counter_in(struct table *table, uint32_t block) {
  const uint32_t mask = (1u << table->capacity_bits) - 1;
  for (uint32_t slot = block & mask;; slot = (slot + 1) & mask)
    if (!table->counters[slot].block || table->counters[slot].block == block) return &table->counters[slot];
}

static struct table *enlarge(hagstone_calling_context context) {
  struct table *full = tables[context];
  const uint32_t bits = full ? full->capacity_bits + 1 : FIRST_CAPACITY_BITS;
  struct table *table = hagstone_lasting_memory(sizeof *table + (sizeof(struct counter) << bits));
  if (!table) return 0;
  table->smaller = full;
  table->capacity_bits = bits;
  tables[context] = table;
  if (context >= contexts_end) contexts_end = context + 1;
  return table;
}

uint64_t **hagstone_context_counter(hagstone_calling_context context, uint32_t block) {
  struct table *largest = tables[context];
  for (struct table *table = largest; table; table = table->smaller) {
    struct counter *counter = counter_in(table, block);
    if (counter->block) return &counter->count;
  }
  if (!largest || largest->used == 3u << largest->capacity_bits >> 2) largest = enlarge(context);
  if (!largest) return 0;
  struct counter *counter = counter_in(largest, block);
  counter->block = block;
  largest->used++;
  return &counter->count;
}

void hagstone_visit_context_counters(void (*visit)(uint32_t block, uint64_t count, void *data), void *data) {
  for (uint32_t context = 0; context < contexts_end; context++)
    for (const struct table *table = tables[context]; table; table = table->smaller)
      for (uint32_t slot = 0; slot < 1u << table->capacity_bits; slot++)
        if (table->counters[slot].count) visit((uint32_t)table->counters[slot].block, *table->counters[slot].count, data);
}

void hagstone_forget_context_counters(void) {
  hagstone_clear_shadow((uint64_t)tables, contexts_end * sizeof *tables);
  contexts_end = 0;
}
