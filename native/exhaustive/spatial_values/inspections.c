/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "inspections.h"

#include "exhaustive/tables/hash_table.h"
#include "../measurement.h"

static struct hagstone_hash_table records; /* context and object, the rest: address of the counter */
static uint32_t count;

static struct hagstone_spatial_values *record_of(const struct hagstone_inspection *inspection) {
  const uint64_t place = (uint64_t)inspection->context << 32 | inspection->object;
  const uint64_t rest = (uint64_t)inspection->element_bytes << 32 | (uint64_t)inspection->approximate << 16 |
                        (uint64_t)inspection->type << 8 | inspection->group;
  uint64_t *known = hagstone_hash_add(&records, place, rest);
  if (!known) return 0;
  if (!*known) {
    const struct hagstone_spatial_values fresh = {.id = count + 1,
                                                  .context = inspection->context,
                                                  .object = inspection->object,
                                                  .element_bytes = inspection->element_bytes,
                                                  .group = inspection->group,
                                                  .type = inspection->type,
                                                  .approximate = inspection->approximate};
    *known = (uint64_t)(uintptr_t)hagstone_new_counter(HAGSTONE_RECORD_SPATIAL_VALUES, &fresh, sizeof fresh);
    count += *known != 0;
  }
  return (struct hagstone_spatial_values *)(uintptr_t)*known;
}

/* Elements at equal distances, the first and the last among them. */
static void fill_strip(struct hagstone_spatial_values *record, const struct hagstone_elements *elements) {
  const uint64_t shown = elements->count < HAGSTONE_SPATIAL_STRIP ? elements->count : HAGSTONE_SPATIAL_STRIP;
  for (uint64_t i = 0; i < shown; i++)
    hagstone_show_value(elements, shown == 1 ? 0 : i * (elements->count - 1) / (shown - 1), record->strip[i]);
  record->strip_count = (uint8_t)shown;
}

void hagstone_inspect(const struct hagstone_inspection *inspection, const struct hagstone_elements *elements,
                      uint32_t threshold) {
  struct hagstone_distinct_values distinct;
  struct hagstone_spatial_values *record = 0;
  if (elements->count <= HAGSTONE_MOST_ELEMENTS && hagstone_find_distinct_values(elements, &distinct))
    record = record_of(inspection);
  if (!record) {
    ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_marks_no_room);
    return;
  }
  record->inspections++;
  if ((elements->count - distinct.unique) * 1000000000ull <= elements->count * threshold) return;
  record->above++;
  record->elements += elements->count;
  record->unique += distinct.unique;
  record->latest_elements = elements->count;
  record->latest_unique = distinct.unique;
  record->value_count = (uint8_t)distinct.common_count;
  for (uint32_t i = 0; i < distinct.common_count; i++) record->common[i] = distinct.common[i];
  fill_strip(record, elements);
}

void hagstone_forget_inspections(void) {
  hagstone_hash_clear(&records);
  count = 0;
}
