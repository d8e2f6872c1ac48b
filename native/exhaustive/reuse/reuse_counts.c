/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reuse_counts.h"

#include "common/raw_format.h"
#include "distance_counts.h"
#include "exhaustive/measurement.h"

struct hagstone_repetition hagstone_repetitions[HAGSTONE_REPETITIONS] __attribute__((aligned(64)));
static struct hagstone_pair_table pairs = {.tool = HAGSTONE_TOOL_REUSE_DISTANCE, .relation = HAGSTONE_RELATION_REUSED_BY};
static uint32_t pair_count, pair_granularity_bits;

void hagstone_count_pairs_at(uint32_t granularity_bits) { pair_granularity_bits = granularity_bits; }

static hagstone_place place_of_trap(uint64_t trap) { return trap & ((1ull << HAGSTONE_PLACE_BITS) - 1); }

/* Counts reuses of the pair; null: there was no room for it. */
static void count(struct hagstone_exact_pair *pair, const struct hagstone_alike_reuses *reuses, uint64_t executions) {
  const uint32_t bits = (uint32_t)(reuses->trap >> HAGSTONE_PLACE_BITS);
  const uint64_t locations = executions * (reuses->amounts >> 32);
  if (!pair) {
    hagstone_count_distance(HAGSTONE_AXIS_TIME, bits, reuses->time, locations);
    hagstone_count_distance(HAGSTONE_AXIS_STACK, bits, reuses->stack, locations);
    return;
  }
  if (bits == pair_granularity_bits) {
    pair->instances += locations;
    pair->bytes += executions * (uint32_t)reuses->amounts;
  }
  hagstone_count_pair_distance(pair->id, HAGSTONE_AXIS_TIME, bits, reuses->time, locations);
  hagstone_count_pair_distance(pair->id, HAGSTONE_AXIS_STACK, bits, reuses->stack, locations);
}

/* Null: no room. */
static struct hagstone_exact_pair *pair_of(const struct hagstone_alike_reuses *reuses) {
  const struct hagstone_pair_key key = {reuses->watch, place_of_trap(reuses->trap), 0, 0};
  struct hagstone_exact_pair *const known = hagstone_find_pair(&pairs, &key);
  if (known) return known;
  if (pair_count >= HAGSTONE_MOST_REUSE_PAIRS) {
    ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
    return 0;
  }
  pair_count++;
  return hagstone_add_pair(&pairs, &key, 0);
}

static void settle(struct hagstone_repetition *repetition) {
  if (repetition->executions == 0) return;
  if (!repetition->pair) repetition->pair = pair_of(&repetition->reuses);
  count(repetition->pair, &repetition->reuses, repetition->executions);
  repetition->executions = 0;
}

void hagstone_count_older_reuses(const struct hagstone_alike_reuses *reuses) {
  const uint32_t bits = (uint32_t)(reuses->trap >> HAGSTONE_PLACE_BITS);
  if (reuses->time == 0)
    hagstone_count_distance(HAGSTONE_AXIS_FIRST, bits, 0, reuses->amounts >> 32);
  else
    count(pair_of(reuses), reuses, 1);
}

void hagstone_replace_repetition(hagstone_place watch, uint64_t trap, uint64_t time, uint64_t stack, uint64_t amounts,
                                 struct hagstone_repetition *repetition) {
  settle(repetition);
  if (repetition->reuses.watch != watch || repetition->reuses.trap != trap) repetition->pair = 0;
  repetition->reuses = (struct hagstone_alike_reuses){watch, trap, time, stack, amounts};
  repetition->executions = 1;
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
  pair_count = 0;
  hagstone_forget_distances();
}
