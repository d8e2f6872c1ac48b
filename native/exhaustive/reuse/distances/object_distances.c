/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "object_distances.h"

#include "common/raw_format.h"
#include "exhaustive/measurement.h"
#include "exhaustive/objects/object_records.h"
#include "exhaustive/objects/objects.h"
#include "exhaustive/tables/place_table.h"

/* By object, kind (axis and granularity) and bucket: the count in the recording. */
static struct hagstone_place_table counts;

static uint64_t *new_count(const struct hagstone_place_key *key, const struct hagstone_object_reuse_count *fresh) {
  if (counts.count >= HAGSTONE_MOST_OBJECT_DISTANCES || !hagstone_place_make_room(&counts)) return 0;
  struct hagstone_object_reuse_count *const record =
      hagstone_new_counter(HAGSTONE_RECORD_OBJECT_REUSE_COUNT, fresh, sizeof *fresh);
  if (!record) return 0;
  hagstone_place_add(&counts, key, &record->count);
  return &record->count;
}

static void count(uint32_t object, uint32_t axis, uint32_t granularity_bits, uint64_t distance, uint64_t locations) {
  const struct hagstone_object_reuse_count fresh = {.object = object,
                                                    .axis = (uint8_t)axis,
                                                    .granularity = (uint8_t)(1u << granularity_bits),
                                                    .bucket = hagstone_distance_bucket(distance)};
  const struct hagstone_place_key key = {object, axis << 8 | granularity_bits, fresh.bucket};
  uint64_t *known = hagstone_place_find(&counts, &key);
  if (!known) known = new_count(&key, &fresh);
  if (known)
    *known += locations;
  else
    *hagstone_statistic(HAGSTONE_STATISTIC_dropped_distances_full) += locations;
}

void hagstone_count_object_reuses(uint64_t address, uint32_t granularity_bits, uint64_t time, uint64_t stack,
                                  uint64_t locations) {
  const struct hagstone_data_object *const object = hagstone_object_at(address);
  const struct hagstone_object_record *const record = object ? hagstone_object_record(object) : 0;
  if (!record) return;
  if (time == 0) {
    count(record->id, HAGSTONE_AXIS_FIRST, granularity_bits, 0, locations);
    return;
  }
  count(record->id, HAGSTONE_AXIS_TIME, granularity_bits, time, locations);
  count(record->id, HAGSTONE_AXIS_STACK, granularity_bits, stack, locations);
}

void hagstone_forget_object_distances(void) {
  hagstone_forget_places(&counts);
  hagstone_forget_object_records();
}
