/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reuse_counts.h"

#include "common/raw_format.h"
#include "distance_counts.h"
#include "exhaustive/measurement.h"

struct hagstone_repetition hagstone_repetitions[HAGSTONE_REPETITIONS] __attribute__((aligned(64)));
static struct hagstone_pair_table pairs = {.tool = HAGSTONE_TOOL_REUSE_DISTANCE, .relation = HAGSTONE_RELATION_REUSED_BY};
static uint32_t pair_granularity_bits;

void hagstone_count_pairs_at(uint32_t granularity_bits) { pair_granularity_bits = granularity_bits; }

static hagstone_place place_of_trap(uint64_t trap) { return trap & ((1ull << HAGSTONE_PLACE_BITS) - 1); }

static void settle(struct hagstone_repetition *repetition) {
  const struct hagstone_alike_reuses *const reuses = &repetition->reuses;
  const uint64_t executions = repetition->executions, locations = executions * (reuses->amounts >> 32);
  const uint32_t bits = (uint32_t)(reuses->trap >> HAGSTONE_PLACE_BITS);
  if (executions == 0) return;
  repetition->executions = 0;
  if (reuses->time == 0) {
    hagstone_count_distance(HAGSTONE_AXIS_FIRST, bits, 0, locations);
    return;
  }
  hagstone_count_distance(HAGSTONE_AXIS_TIME, bits, reuses->time, locations);
  hagstone_count_distance(HAGSTONE_AXIS_STACK, bits, reuses->stack, locations);
  if (!repetition->pair) repetition->pair = hagstone_pair(&pairs, reuses->watch, place_of_trap(reuses->trap));
  if (!repetition->pair) return;
  if (bits == pair_granularity_bits) {
    repetition->pair->instances += locations;
    repetition->pair->bytes += executions * (uint32_t)reuses->amounts;
  }
  hagstone_count_pair_distance(repetition->pair->id, HAGSTONE_AXIS_TIME, bits, reuses->time, locations);
  hagstone_count_pair_distance(repetition->pair->id, HAGSTONE_AXIS_STACK, bits, reuses->stack, locations);
}

void hagstone_replace_repetition(struct hagstone_repetition *repetition, const struct hagstone_alike_reuses *reuses) {
  settle(repetition);
  if (repetition->reuses.watch != reuses->watch || repetition->reuses.trap != reuses->trap) repetition->pair = 0;
  repetition->reuses = *reuses;
}

void hagstone_settle_reuses(void) {
  for (uint32_t i = 0; i < HAGSTONE_REPETITIONS; i++) settle(&hagstone_repetitions[i]);
  hagstone_write_distances();
}

void hagstone_forget_reuses(void) {
  for (uint32_t i = 0; i < HAGSTONE_REPETITIONS; i++) {
    hagstone_repetitions[i].executions = 0;
    hagstone_repetitions[i].pair = 0;
  }
  hagstone_forget_places(&pairs.places);
  hagstone_forget_distances();
}
