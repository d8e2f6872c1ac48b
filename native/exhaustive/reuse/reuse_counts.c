/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reuse_counts.h"

#include "common/raw_format.h"
#include "distance_counts.h"
#include "exhaustive/measurement.h"
#include "line_table.h"
#include "pair_filter.h"

static struct hagstone_pair_table pairs = {.tool = HAGSTONE_TOOL_REUSE_DISTANCE, .relation = HAGSTONE_RELATION_REUSED_BY};
static struct hagstone_pair_filter recorded;
static uint32_t pair_count, pair_granularity_bits;

void hagstone_count_pairs_at(uint32_t granularity_bits) { pair_granularity_bits = granularity_bits; }

static uint32_t bits_of_trap(uint64_t trap) { return (uint32_t)(trap >> HAGSTONE_PLACE_BITS); }

/* ---- Reuses that wait until they are counted together: the tables that they meet are larger than any cache, and are
 * fetched for all of them at once. ---- */

enum { MOST_WAITING = 64 };

struct waiting_reuses {
  struct hagstone_alike_reuses reuses;
  uint64_t executions;
  struct hagstone_exact_pair *pair; /* null: no room for it */
  int recorded;                     /* 0: certainly no room for it */
};
static struct waiting_reuses waiting[MOST_WAITING];
static uint32_t waiting_count;

static struct hagstone_pair_key key_of(const struct hagstone_alike_reuses *reuses) {
  return (struct hagstone_pair_key){reuses->watch, hagstone_unsized(reuses->trap), 0, 0};
}

static int pairs_are_full(void) { return pair_count >= HAGSTONE_MOST_REUSE_PAIRS; }
static void drop_pair(uint64_t accesses) { *hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full) += accesses; }

static void expect_pair(const struct hagstone_alike_reuses *reuses) {
  const struct hagstone_pair_key key = key_of(reuses);
  hagstone_expect_pair(&pairs, &key);
}

/* Null: no room. */
static struct hagstone_exact_pair *pair_of(const struct hagstone_alike_reuses *reuses, uint64_t executions) {
  const struct hagstone_pair_key key = key_of(reuses);
  struct hagstone_exact_pair *const known = hagstone_find_pair(&pairs, &key);
  if (known) return known;
  if (pairs_are_full()) {
    drop_pair(executions);
    return 0;
  }
  pair_count++;
  hagstone_filter_pair(&recorded, key.watch, key.trap);
  return hagstone_add_pair(&pairs, &key, 0);
}

static uint64_t locations_of(const struct waiting_reuses *each) { return each->executions * (each->reuses.amounts >> 32); }

static void count_in_pair(const struct waiting_reuses *each) {
  const struct hagstone_alike_reuses *const reuses = &each->reuses;
  const uint32_t bits = bits_of_trap(reuses->trap);
  if (bits == pair_granularity_bits) {
    each->pair->instances += locations_of(each);
    each->pair->bytes += each->executions * (uint32_t)reuses->amounts;
  }
  hagstone_expect_pair_distance(each->pair->id, HAGSTONE_AXIS_TIME, bits, reuses->time);
  hagstone_expect_pair_distance(each->pair->id, HAGSTONE_AXIS_STACK, bits, reuses->stack);
}

static void count_distances(const struct waiting_reuses *each) {
  const struct hagstone_alike_reuses *const reuses = &each->reuses;
  const uint32_t bits = bits_of_trap(reuses->trap);
  const uint64_t locations = locations_of(each);
  if (each->pair) {
    hagstone_count_pair_distance(each->pair->id, HAGSTONE_AXIS_TIME, bits, reuses->time, locations);
    hagstone_count_pair_distance(each->pair->id, HAGSTONE_AXIS_STACK, bits, reuses->stack, locations);
  } else {
    hagstone_count_distance(HAGSTONE_AXIS_TIME, bits, reuses->time, locations);
    hagstone_count_distance(HAGSTONE_AXIS_STACK, bits, reuses->stack, locations);
  }
}

/* Of pairs that are certainly not recorded nothing more is looked up. */
static void sort_out_waiting(void) {
  for (uint32_t i = 0; i < waiting_count; i++) {
    const struct hagstone_alike_reuses *const reuses = &waiting[i].reuses;
    waiting[i].recorded = hagstone_pair_may_be_filtered(&recorded, reuses->watch, hagstone_unsized(reuses->trap));
    if (waiting[i].recorded)
      expect_pair(reuses);
    else
      drop_pair(waiting[i].executions);
  }
}

static void count_waiting(void) {
  if (pairs_are_full()) sort_out_waiting();
  for (uint32_t i = 0; i < waiting_count; i++) {
    if (waiting[i].recorded) waiting[i].pair = pair_of(&waiting[i].reuses, waiting[i].executions);
    if (waiting[i].pair) __builtin_prefetch(waiting[i].pair, 1);
  }
  for (uint32_t i = 0; i < waiting_count; i++)
    if (waiting[i].pair) count_in_pair(&waiting[i]);
  for (uint32_t i = 0; i < waiting_count; i++) count_distances(&waiting[i]);
  waiting_count = 0;
}

static void wait_with(const struct hagstone_alike_reuses *reuses, uint64_t executions) {
  if (pairs_are_full())
    hagstone_expect_filtered_pair(&recorded, reuses->watch, hagstone_unsized(reuses->trap));
  else
    expect_pair(reuses);
  waiting[waiting_count++] = (struct waiting_reuses){*reuses, executions, 0, 1};
  if (waiting_count == MOST_WAITING) count_waiting();
}

/* ---- Reuses in contexts of which no pair is recorded. ---- */

static struct hagstone_unpaired_reuses unpaired;

struct hagstone_unpaired_reuses *hagstone_unpaired_line_reuses(hagstone_calling_context context) {
  if (!pairs_are_full() || hagstone_context_may_be_filtered(&recorded, context)) return 0;
  if (!unpaired.times) unpaired.times = hagstone_process_distances(HAGSTONE_AXIS_TIME, HAGSTONE_LINE_BITS);
  if (!unpaired.stacks) unpaired.stacks = hagstone_process_distances(HAGSTONE_AXIS_STACK, HAGSTONE_LINE_BITS);
  return unpaired.times && unpaired.stacks ? &unpaired : 0;
}

static void settle_unpaired(void) {
  drop_pair(unpaired.dropped);
  unpaired.dropped = 0;
}

/* ---- Reuses that are remembered until others take their place. ---- */

struct hagstone_repetition hagstone_repetitions[HAGSTONE_REPETITIONS] __attribute__((aligned(64)));

/* The same for those of any distance. */
enum { OLDER_BITS = 10, OLDER_REPETITIONS = 1 << OLDER_BITS };
static struct {
  struct hagstone_alike_reuses reuses;
  uint64_t executions;
} older[OLDER_REPETITIONS];

static void settle_older(uint32_t at) {
  if (older[at].executions) wait_with(&older[at].reuses, older[at].executions);
  older[at].executions = 0;
}

static int are_alike(const struct hagstone_alike_reuses *one, const struct hagstone_alike_reuses *other) {
  return one->trap == other->trap && one->watch == other->watch && one->time == other->time && one->stack == other->stack &&
         one->amounts == other->amounts;
}

void hagstone_count_older_reuses(const struct hagstone_alike_reuses *reuses) {
  if (reuses->time == 0) {
    hagstone_count_distance(HAGSTONE_AXIS_FIRST, bits_of_trap(reuses->trap), 0, reuses->amounts >> 32);
    return;
  }
  const uint64_t key = reuses->trap ^ reuses->watch << 8 ^ reuses->time << 20 ^ reuses->stack << 40;
  const uint32_t at = (uint32_t)(key * 0x9e3779b97f4a7c15ull >> (64 - OLDER_BITS));
  if (!are_alike(&older[at].reuses, reuses)) {
    settle_older(at);
    older[at].reuses = *reuses;
  }
  older[at].executions++;
}

static void settle(struct hagstone_repetition *repetition) {
  if (repetition->executions == 0) return;
  const struct hagstone_alike_reuses reuses = {
      .watch = hagstone_unsized(repetition->watch),
      .trap = hagstone_trap_at(hagstone_unsized(repetition->trap), repetition->distances >> 4 & 15),
      .time = repetition->distances >> 8,
      .stack = repetition->distances & 15,
      .amounts = hagstone_amounts(1, (uint32_t)hagstone_size(repetition->trap)),
  };
  wait_with(&reuses, repetition->executions);
  repetition->executions = 0;
}

void hagstone_replace_repetition(hagstone_sized_place watch, hagstone_sized_place trap, uint64_t distances,
                                 uint64_t executions, struct hagstone_repetition *repetition) {
  settle(repetition);
  *repetition = (struct hagstone_repetition){watch, trap, distances, executions};
}

void hagstone_settle_reuses(void) {
  for (uint32_t i = 0; i < HAGSTONE_REPETITIONS; i++) settle(&hagstone_repetitions[i]);
  for (uint32_t i = 0; i < OLDER_REPETITIONS; i++) settle_older(i);
  count_waiting();
  settle_unpaired();
  hagstone_write_distances();
}

void hagstone_forget_reuses(void) {
  for (uint32_t i = 0; i < HAGSTONE_REPETITIONS; i++) hagstone_repetitions[i].executions = 0;
  for (uint32_t i = 0; i < OLDER_REPETITIONS; i++) older[i].executions = 0;
  waiting_count = 0;
  hagstone_forget_pairs(&pairs);
  hagstone_empty_pair_filter(&recorded);
  pair_count = 0;
  unpaired = (struct hagstone_unpaired_reuses){0, 0, 0};
  hagstone_forget_distances();
}
