/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * REUSE_COUNT records, and counts without room in them. */
#ifndef HAGSTONE_EXHAUSTIVE_DISTANCE_RECORD_H
#define HAGSTONE_EXHAUSTIVE_DISTANCE_RECORD_H

#include <stdint.h>

#include "common/raw_format.h"
#include "exhaustive/measurement.h"

/* With a count of 0; null: no room. `pair` 0: of the whole process. */
static inline struct hagstone_reuse_count *hagstone_new_distance_record(uint32_t pair, uint32_t axis,
                                                                        uint32_t granularity_bits, uint32_t bucket) {
  const struct hagstone_reuse_count fresh = {
      .pair = pair, .axis = (uint8_t)axis, .granularity = (uint8_t)(1u << granularity_bits), .bucket = bucket};
  return hagstone_new_counter(HAGSTONE_RECORD_REUSE_COUNT, &fresh, sizeof fresh);
}

static inline void hagstone_drop_distances(uint64_t amount) {
  *hagstone_statistic(HAGSTONE_STATISTIC_dropped_distances_full) += amount;
}

#endif
