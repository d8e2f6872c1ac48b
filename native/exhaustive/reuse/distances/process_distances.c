/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "process_distances.h"

#include "distance_record.h"
#include "exhaustive/measurement.h"

enum {
  /* Accesses are counted in fewer than 53 bits: at a thousand million a second those last for months. */
  BUCKETS = 2048 + (53 - 11) * 1024,
  GRANULARITIES = HAGSTONE_DISTANCE_GRANULARITIES,
  AXES = HAGSTONE_DISTANCE_AXES
};

struct process_counts {
  uint64_t counted[BUCKETS];                     /* since they were written */
  struct hagstone_reuse_count *records[BUCKETS]; /* null: none yet */
};
static struct process_counts *of_process[AXES][GRANULARITIES];
uint64_t *hagstone_distance_counts[AXES][GRANULARITIES];

uint64_t *hagstone_process_distances(uint32_t axis, uint32_t granularity_bits) {
  struct process_counts **const counts = &of_process[axis - 1][granularity_bits / 3];
  if (!*counts) *counts = hagstone_memory(sizeof **counts);
  return hagstone_distance_counts[axis - 1][granularity_bits / 3] = *counts ? (*counts)->counted : 0;
}

void hagstone_count_first_distance(uint32_t axis, uint32_t granularity_bits, uint32_t bucket, uint64_t amount) {
  uint64_t *const counted = hagstone_process_distances(axis, granularity_bits);
  if (counted)
    counted[bucket] += amount;
  else
    hagstone_drop_distances(amount);
}

static void write_bucket(struct process_counts *counts, uint32_t axis, uint32_t granularity_bits, uint32_t bucket) {
  struct hagstone_reuse_count **const record = &counts->records[bucket];
  if (counts->counted[bucket] == 0) return;
  if (!*record) *record = hagstone_new_distance_record(0, axis, granularity_bits, bucket);
  if (*record)
    (*record)->count += counts->counted[bucket];
  else
    hagstone_drop_distances(counts->counted[bucket]);
  counts->counted[bucket] = 0;
}

void hagstone_write_process_distances(void) {
  for (uint32_t axis = 1; axis <= AXES; axis++)
    for (uint32_t index = 0; index < GRANULARITIES; index++) {
      struct process_counts *const counts = of_process[axis - 1][index];
      for (uint32_t bucket = 0; counts && bucket < BUCKETS; bucket++) write_bucket(counts, axis, 3 * index, bucket);
    }
}

void hagstone_forget_process_distances(void) {
  for (uint32_t axis = 0; axis < AXES; axis++)
    for (uint32_t index = 0; index < GRANULARITIES; index++) {
      struct process_counts **const counts = &of_process[axis][index];
      if (*counts) hagstone_give_back(*counts, sizeof **counts);
      *counts = 0;
      hagstone_distance_counts[axis][index] = 0;
    }
}
