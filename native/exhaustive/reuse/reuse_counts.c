/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reuse_counts.h"

#include "common/raw_format.h"
#include "distance_counts.h"
#include "exhaustive/measurement.h"

struct hagstone_repetition hagstone_repetitions[HAGSTONE_REPETITIONS];
static struct hagstone_pair_table pairs = {.tool = HAGSTONE_TOOL_REUSE_DISTANCE, .relation = HAGSTONE_RELATION_REUSED_BY};
static uint32_t pair_granularity;

void hagstone_count_pairs_at(uint32_t granularity) { pair_granularity = granularity; }

static void settle(struct hagstone_repetition *repetition) {
  const struct hagstone_alike_reuses *const reuses = &repetition->reuses;
  const uint64_t locations = repetition->executions * reuses->locations;
  if (locations == 0) return;
  if (reuses->time == 0) {
    hagstone_count_distance(HAGSTONE_AXIS_FIRST, reuses->granularity, 0, locations);
  } else {
    hagstone_count_distance(HAGSTONE_AXIS_TIME, reuses->granularity, reuses->time, locations);
    hagstone_count_distance(HAGSTONE_AXIS_STACK, reuses->granularity, reuses->stack, locations);
    if (!repetition->pair) repetition->pair = hagstone_pair(&pairs, reuses->watch, reuses->trap);
    if (repetition->pair) {
      if (reuses->granularity == pair_granularity) {
        repetition->pair->instances += locations;
        repetition->pair->bytes += repetition->executions * reuses->bytes;
      }
      hagstone_count_pair_distance(repetition->pair->id, HAGSTONE_AXIS_TIME, reuses->granularity, reuses->time, locations);
      hagstone_count_pair_distance(repetition->pair->id, HAGSTONE_AXIS_STACK, reuses->granularity, reuses->stack, locations);
    }
  }
  repetition->executions = 0;
}

void hagstone_replace_repetition(struct hagstone_repetition *repetition, const struct hagstone_alike_reuses *reuses) {
  settle(repetition);
  if (repetition->reuses.watch != reuses->watch || repetition->reuses.trap != reuses->trap) repetition->pair = 0;
  repetition->reuses = *reuses;
}

void hagstone_settle_reuses(void) {
  for (uint32_t i = 0; i < HAGSTONE_REPETITIONS; i++) settle(&hagstone_repetitions[i]);
}

void hagstone_forget_reuses(void) {
  for (uint32_t i = 0; i < HAGSTONE_REPETITIONS; i++) {
    hagstone_repetitions[i].executions = 0;
    hagstone_repetitions[i].pair = 0;
  }
  hagstone_forget_places(&pairs.places);
  hagstone_forget_distances();
}
