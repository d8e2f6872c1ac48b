/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reuse_counts.h"

#include "common/raw_format.h"
#include "distance_counts.h"
#include "exhaustive/measurement.h"

/* Loops repeat their reuses: the latest one of a place of reuse stands here with the number of its executions, so that
 * the tables of the recording are met once for many of them. Places that share an entry turn each other out. */
enum { REPETITION_BITS = 12, REPETITIONS = 1 << REPETITION_BITS };

struct repetition {
  struct hagstone_alike_reuses reuses;
  uint64_t executions;
  struct hagstone_exact_pair *pair; /* of reuses.watch and reuses.trap; null: not looked up, or no room */
};

static struct repetition repetitions[REPETITIONS];
static struct hagstone_pair_table pairs = {.tool = HAGSTONE_TOOL_REUSE_DISTANCE, .relation = HAGSTONE_RELATION_REUSED_BY};
static uint32_t pair_granularity;

void hagstone_count_pairs_at(uint32_t granularity) { pair_granularity = granularity; }

static void settle(struct repetition *repetition) {
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

static int are_of_one_pair(const struct hagstone_alike_reuses *one, const struct hagstone_alike_reuses *other) {
  return one->watch == other->watch && one->trap == other->trap;
}

static int are_alike(const struct hagstone_alike_reuses *one, const struct hagstone_alike_reuses *other) {
  return are_of_one_pair(one, other) && one->time == other->time && one->stack == other->stack &&
         one->locations == other->locations && one->bytes == other->bytes && one->granularity == other->granularity;
}

void hagstone_count_reuses(const struct hagstone_alike_reuses *reuses) {
  const uint64_t hash = (reuses->trap ^ reuses->trap >> 32 ^ (uint64_t)reuses->granularity << 20) * 0x9e3779b97f4a7c15ull;
  struct repetition *const repetition = &repetitions[hash >> (64 - REPETITION_BITS)];
  if (!are_alike(&repetition->reuses, reuses)) {
    settle(repetition);
    if (!are_of_one_pair(&repetition->reuses, reuses)) repetition->pair = 0;
    repetition->reuses = *reuses;
  }
  repetition->executions++;
}

void hagstone_settle_reuses(void) {
  for (uint32_t i = 0; i < REPETITIONS; i++) settle(&repetitions[i]);
}

void hagstone_forget_reuses(void) {
  for (uint32_t i = 0; i < REPETITIONS; i++) {
    repetitions[i].executions = 0;
    repetitions[i].pair = 0;
  }
  hagstone_forget_places(&pairs.places);
  hagstone_forget_distances();
}
