/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "context_tables.h"

#include "engine_memory.h"
#include "shadow.h"

enum { MOST_CONTEXTS = 1u << HAGSTONE_CALLING_CONTEXT_BITS, FIRST_CAPACITY_BITS = 2 };

struct entry {
  uint64_t key; /* 0: free */
  uint64_t value;
};

/* When it is full a larger one is put ahead of it. */
struct table {
  struct table *smaller;
  uint32_t capacity_bits;
  uint32_t used;
  struct entry entries[];
};

static struct table **const tables = (struct table **)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_CONTEXT_TABLES);
static uint32_t contexts_end; /* one past the greatest context that has a table */

const char *hagstone_start_context_tables(void) {
  return hagstone_reserve_dense_shadow(HAGSTONE_SHADOW_CONTEXT_TABLES, (uint64_t)MOST_CONTEXTS * sizeof *tables);
}

/* The key's entry, or the free one where it belongs. Numbers given one after the other fall side by side. */
static struct entry *entry_in(struct table *table, uint32_t key) {
  const uint32_t mask = (1u << table->capacity_bits) - 1;
  for (uint32_t slot = key & mask;; slot = (slot + 1) & mask)
    if (!table->entries[slot].key || table->entries[slot].key == key) return &table->entries[slot];
}

static struct table *enlarge(hagstone_calling_context context) {
  struct table *full = tables[context];
  const uint32_t bits = full ? full->capacity_bits + 1 : FIRST_CAPACITY_BITS;
  struct table *table = hagstone_lasting_memory(sizeof *table + (sizeof(struct entry) << bits));
  if (!table) return 0;
  table->smaller = full;
  table->capacity_bits = bits;
  tables[context] = table;
  if (context >= contexts_end) contexts_end = context + 1;
  return table;
}

uint64_t *hagstone_context_entry(hagstone_calling_context context, uint32_t key) {
  struct table *largest = tables[context];
  for (struct table *table = largest; table; table = table->smaller) {
    struct entry *entry = entry_in(table, key);
    if (entry->key) return &entry->value;
  }
  if (!largest || largest->used == 3u << largest->capacity_bits >> 2) largest = enlarge(context);
  if (!largest) return 0;
  struct entry *entry = entry_in(largest, key);
  entry->key = key;
  largest->used++;
  return &entry->value;
}

void hagstone_visit_context_entries(void (*visit)(hagstone_calling_context context, uint32_t key, uint64_t value)) {
  for (uint32_t context = 0; context < contexts_end; context++)
    for (const struct table *table = tables[context]; table; table = table->smaller)
      for (uint32_t slot = 0; slot < 1u << table->capacity_bits; slot++)
        if (table->entries[slot].value) visit(context, (uint32_t)table->entries[slot].key, table->entries[slot].value);
}
