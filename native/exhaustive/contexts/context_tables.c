/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "context_tables.h"

#include "exhaustive/tables/lasting_memory.h"
#include "exhaustive/shadow.h"

enum { MOST_CONTEXTS = 1u << HAGSTONE_CALLING_CONTEXT_BITS, FIRST_CAPACITY_BITS = 2 };

struct entry {
  uint32_t key; /* 0: free */
  uint32_t value;
};

struct table {
  uint32_t capacity_bits;
  uint32_t used;
  struct entry entries[];
};

static struct table **const tables = (struct table **)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_CONTEXT_TABLES);
static uint32_t contexts_end; /* one past the greatest context that has a table */

const char *hagstone_start_context_tables(void) {
  return hagstone_reserve_dense_shadow(HAGSTONE_SHADOW_CONTEXT_TABLES, (uint64_t)MOST_CONTEXTS * sizeof *tables);
}

/* The key's entry, or the free one where it belongs. Consecutive keys get adjacent entries. */
static struct entry *entry_in(struct table *table, uint32_t key) {
  const uint32_t mask = (1u << table->capacity_bits) - 1;
  for (uint32_t slot = key & mask;; slot = (slot + 1) & mask)
    if (!table->entries[slot].key || table->entries[slot].key == key) return &table->entries[slot];
}

/* Tables that became too small, for reuse by other contexts: a list by capacity. The first entry of each holds the number
 * of the next. */
static uint32_t unused[32];

static struct table *empty_table(uint32_t bits) {
  struct table *table = unused[bits] ? hagstone_lasting_piece(unused[bits]) : 0;
  if (table) {
    unused[bits] = table->entries[0].value;
    for (uint32_t slot = 0; slot < 1u << bits; slot++) table->entries[slot] = (struct entry){0, 0};
  } else {
    table = hagstone_lasting_memory(sizeof *table + (sizeof(struct entry) << bits));
    if (!table) return 0;
  }
  table->capacity_bits = bits;
  table->used = 0;
  return table;
}

static struct table *enlarge(hagstone_calling_context context) {
  struct table *full = tables[context];
  struct table *table = empty_table(full ? full->capacity_bits + 1 : FIRST_CAPACITY_BITS);
  if (!table) return 0;
  if (full) {
    for (uint32_t slot = 0; slot < 1u << full->capacity_bits; slot++)
      if (full->entries[slot].key) *entry_in(table, full->entries[slot].key) = full->entries[slot];
    table->used = full->used;
    full->entries[0].value = unused[full->capacity_bits];
    unused[full->capacity_bits] = hagstone_lasting_number(full);
  }
  tables[context] = table;
  if (context >= contexts_end) contexts_end = context + 1;
  return table;
}

uint32_t *hagstone_context_entry(hagstone_calling_context context, uint32_t key) {
  struct table *table = tables[context];
  if (table) {
    struct entry *known = entry_in(table, key);
    if (known->key) return &known->value;
  }
  if (!table || table->used == 3u << table->capacity_bits >> 2) table = enlarge(context);
  if (!table) return 0;
  struct entry *entry = entry_in(table, key);
  entry->key = key;
  table->used++;
  return &entry->value;
}

void hagstone_visit_context_entries(void (*visit)(hagstone_calling_context context, uint32_t key, uint32_t value)) {
  for (uint32_t context = 0; context < contexts_end; context++) {
    const struct table *table = tables[context];
    for (uint32_t slot = 0; table && slot < 1u << table->capacity_bits; slot++)
      if (table->entries[slot].value) visit(context, table->entries[slot].key, table->entries[slot].value);
  }
}
