/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top_values.h"

void hagstone_top_values_start(struct hagstone_top_values *table, uint32_t capacity, int clearing) {
  table->until_clearing = clearing ? HAGSTONE_LEAST_CLEAR_INTERVAL : INT64_MAX;
  table->filter = ~0ull;
  for (uint32_t i = 0; i < capacity; i++) table->entries[i] = (struct hagstone_value_count){0, 0};
}

static void renew_filter(struct hagstone_top_values *table, uint32_t capacity) {
  table->filter = capacity == 1 || !table->entries[0].count ? ~0ull : 0;
  for (uint32_t i = 1; i < capacity; i++) table->filter |= hagstone_value_bits(table->entries[i].value);
}

static void clear_bottom_half(struct hagstone_top_values *table, uint32_t capacity) {
  const uint32_t bottom = capacity - hagstone_top_half(capacity);
  const uint64_t twice = 2 * table->entries[bottom].count;
  for (uint32_t i = 0; i < bottom; i++) table->entries[i] = (struct hagstone_value_count){0, 0};
  table->until_clearing = (int64_t)(twice > HAGSTONE_LEAST_CLEAR_INTERVAL ? twice : HAGSTONE_LEAST_CLEAR_INTERVAL);
  renew_filter(table, capacity);
}

void hagstone_top_values_enter(struct hagstone_top_values *table, uint32_t capacity, uint64_t value, uint64_t occurrences) {
  struct hagstone_value_count *const last = table->entries, *const first = last + capacity - 1;
  struct hagstone_value_count *entry = first;
  while (entry > last && entry->count && entry->value != value) entry--;
  const int fills = entry == last && !entry->count;
  struct hagstone_value_count grown = {value, occurrences};
  if (entry->count && entry->value == value) grown.count += entry->count;
  for (; entry < first && entry[1].count < grown.count; entry++) *entry = entry[1];
  *entry = grown;
  if (fills)
    renew_filter(table, capacity);
  else if (entry > last)
    table->filter |= hagstone_value_bits(value);
  table->until_clearing -= (int64_t)occurrences;
  if (table->until_clearing < 0) clear_bottom_half(table, capacity);
}

uint64_t hagstone_top_half_count(const struct hagstone_top_values *table, uint32_t capacity) {
  uint64_t count = 0;
  for (uint32_t i = capacity - hagstone_top_half(capacity); i < capacity; i++) count += table->entries[i].count;
  return count;
}
