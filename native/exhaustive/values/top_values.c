/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top_values.h"

void hagstone_top_values_start(struct hagstone_top_values *table, uint32_t capacity, int clearing) {
  table->capacity = capacity;
  table->used = 0;
  table->since_clearing = 0;
  table->clear_interval = clearing ? HAGSTONE_LEAST_CLEAR_INTERVAL : HAGSTONE_NEVER_CLEAR;
  table->filter = ~0ull;
}

static void renew_filter(struct hagstone_top_values *table) {
  table->filter = table->used < table->capacity || table->capacity == 1 ? ~0ull : 0;
  for (uint32_t i = 0; i + 1 < table->used; i++) table->filter |= hagstone_value_bit(table->entries[i].value);
}

static void clear_bottom_half(struct hagstone_top_values *table) {
  const uint32_t half = hagstone_top_half(table->capacity);
  const uint64_t twice = table->used >= half ? 2 * table->entries[half - 1].count : 0;
  if (table->used > half) table->used = half;
  table->since_clearing = 0;
  table->clear_interval = twice > HAGSTONE_LEAST_CLEAR_INTERVAL ? twice : HAGSTONE_LEAST_CLEAR_INTERVAL;
  renew_filter(table);
}

/* Moves an entry whose count has grown in front of those that are less frequent. */
static void move_up(struct hagstone_top_values *table, uint32_t place) {
  const struct hagstone_value_count grown = table->entries[place];
  for (; place > 0 && table->entries[place - 1].count < grown.count; place--)
    table->entries[place] = table->entries[place - 1];
  table->entries[place] = grown;
  if (place + 1 < table->capacity) table->filter |= hagstone_value_bit(grown.value);
}

void hagstone_top_values_enter(struct hagstone_top_values *table, uint64_t value, uint64_t occurrences) {
  uint32_t place = 0;
  while (place < table->used && table->entries[place].value != value) place++;
  if (place < table->used) {
    table->entries[place].count += occurrences;
  } else {
    if (table->used == table->capacity) place = table->capacity - 1;
    table->entries[place] = (struct hagstone_value_count){value, occurrences};
    if (place == table->used && ++table->used == table->capacity) renew_filter(table);
  }
  move_up(table, place);
  table->since_clearing += occurrences;
  if (table->since_clearing > table->clear_interval) clear_bottom_half(table);
}

uint64_t hagstone_top_half_count(const struct hagstone_top_values *table) {
  const uint32_t half = hagstone_top_half(table->capacity);
  uint64_t count = 0;
  for (uint32_t i = 0; i < table->used && i < half; i++) count += table->entries[i].count;
  return count;
}
