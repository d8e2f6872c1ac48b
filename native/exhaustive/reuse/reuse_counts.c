/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reuse_counts.h"

#include "common/raw_format.h"
#include "exhaustive/measurement.h"
#include "exhaustive/reuse/orders/line_table.h"
#include "distances/pair_distances.h"
#include "pair_filter.h"
#include "distances/process_distances.h"
#include "reuse_pairs.h"

static struct hagstone_pair_filter recorded;
static uint32_t pair_granularity_bits;

void hagstone_count_pairs_at(uint32_t granularity_bits) { pair_granularity_bits = granularity_bits; }

static uint32_t bits_of_trap(uint64_t trap) { return (uint32_t)(trap >> HAGSTONE_PLACE_BITS); }

/* ---- Reuses that wait until they are counted together: the tables that they meet are larger than any cache, and are
 * fetched for all of them at once. ---- */

enum { MOST_WAITING = 64 };

/* Reuses that are alike as far as the recording tells, in half a cache line. */
struct bucketed_reuses {
  hagstone_place watch;
  uint64_t trap;    /* as in hagstone_alike_reuses, and so are the amounts */
  uint32_t buckets; /* of the time distance below, of the stack distance above */
  uint32_t executions;
  uint64_t amounts;
};

static uint32_t buckets_of(uint64_t time, uint64_t stack) {
  return hagstone_distance_bucket(stack) << 16 | hagstone_distance_bucket(time);
}
static uint32_t time_bucket(const struct bucketed_reuses *reuses) { return reuses->buckets & 0xffff; }
static uint32_t stack_bucket(const struct bucketed_reuses *reuses) { return reuses->buckets >> 16; }

struct waiting_reuses {
  struct bucketed_reuses reuses;
  uint64_t executions;
  struct hagstone_reuse_pair *pair; /* null: no room for it */
  int recorded;                     /* 0: certainly no room for it */
  hagstone_pair_distance time, stack;
};
static struct waiting_reuses waiting[MOST_WAITING];
static uint32_t waiting_count;

static int pairs_are_full(void) { return hagstone_reuse_pair_count() >= HAGSTONE_MOST_REUSE_PAIRS; }
static void drop_pair(uint64_t accesses) { *hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full) += accesses; }

static void expect_pair(const struct bucketed_reuses *reuses) {
  hagstone_expect_reuse_pair(reuses->watch, hagstone_unsized(reuses->trap));
}

/* Null: no room. */
static struct hagstone_reuse_pair *pair_of(const struct bucketed_reuses *reuses, uint64_t executions, int has_room) {
  const hagstone_place trap = hagstone_unsized(reuses->trap);
  struct hagstone_reuse_pair *const known = hagstone_find_reuse_pair(reuses->watch, trap);
  if (known) return known;
  if (!has_room || pairs_are_full()) {
    drop_pair(executions);
    return 0;
  }
  hagstone_filter_pair(&recorded, reuses->watch, trap);
  return hagstone_add_reuse_pair(reuses->watch, trap);
}

static uint64_t locations_of(const struct waiting_reuses *each) { return each->executions * (each->reuses.amounts >> 32); }

static void count_in_pair(struct waiting_reuses *each) {
  const struct bucketed_reuses *const reuses = &each->reuses;
  const uint32_t bits = bits_of_trap(reuses->trap), pair = each->pair->id;
  if (bits == pair_granularity_bits)
    hagstone_count_in_reuse_pair(each->pair, locations_of(each), each->executions * (uint32_t)reuses->amounts);
  each->time = hagstone_expect_pair_distance(pair, HAGSTONE_AXIS_TIME, bits, time_bucket(reuses));
  each->stack = hagstone_expect_pair_distance(pair, HAGSTONE_AXIS_STACK, bits, stack_bucket(reuses));
}

static void count_distances(const struct waiting_reuses *each) {
  const struct bucketed_reuses *const reuses = &each->reuses;
  const uint32_t bits = bits_of_trap(reuses->trap);
  const uint64_t locations = locations_of(each);
  hagstone_count_distance(HAGSTONE_AXIS_TIME, bits, time_bucket(reuses), locations);
  hagstone_count_distance(HAGSTONE_AXIS_STACK, bits, stack_bucket(reuses), locations);
  if (!each->pair) return;
  hagstone_count_pair_distance(each->time, locations);
  hagstone_count_pair_distance(each->stack, locations);
}

/* Pairs that are certainly not recorded are looked up no further. */
static void sort_out_waiting(void) {
  for (uint32_t i = 0; i < waiting_count; i++) {
    const struct bucketed_reuses *const reuses = &waiting[i].reuses;
    waiting[i].recorded = hagstone_pair_may_be_filtered(&recorded, reuses->watch, hagstone_unsized(reuses->trap));
    if (waiting[i].recorded)
      expect_pair(reuses);
    else
      drop_pair(waiting[i].executions);
  }
}

static void count_waiting(void) {
  if (pairs_are_full()) sort_out_waiting();
  const int has_room = pairs_are_full() || hagstone_make_room_for_reuse_pairs(MOST_WAITING);
  for (uint32_t i = 0; i < waiting_count; i++) {
    if (waiting[i].recorded) waiting[i].pair = pair_of(&waiting[i].reuses, waiting[i].executions, has_room);
    if (waiting[i].pair) count_in_pair(&waiting[i]);
  }
  for (uint32_t i = 0; i < waiting_count; i++) count_distances(&waiting[i]);
  waiting_count = 0;
}

static void wait_with(const struct bucketed_reuses *reuses, uint64_t executions) {
  if (pairs_are_full())
    hagstone_expect_filtered_pair(&recorded, reuses->watch, hagstone_unsized(reuses->trap));
  else
    expect_pair(reuses);
  hagstone_expect_distance(HAGSTONE_AXIS_TIME, bits_of_trap(reuses->trap), time_bucket(reuses));
  hagstone_expect_distance(HAGSTONE_AXIS_STACK, bits_of_trap(reuses->trap), stack_bucket(reuses));
  waiting[waiting_count++] = (struct waiting_reuses){*reuses, executions, 0, 1, 0, 0};
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

/* The same for those of any distance; executions 0: none. */
enum { OLDER_BITS = 13, OLDER_REPETITIONS = 1 << OLDER_BITS };
static struct bucketed_reuses older[OLDER_REPETITIONS] __attribute__((aligned(64)));

/* On their way there: the entries that they replace are fetched for several at once. */
enum { MOST_ARRIVING = 16 };
static struct {
  struct bucketed_reuses reuses; /* of one execution */
  uint64_t at;
} arriving[MOST_ARRIVING];
static uint32_t arriving_count;

static void settle_older(struct bucketed_reuses *reuses) {
  if (reuses->executions) wait_with(reuses, reuses->executions);
  reuses->executions = 0;
}

static int are_alike(const struct bucketed_reuses *one, const struct bucketed_reuses *other) {
  return ((one->watch ^ other->watch) | (one->trap ^ other->trap) | (one->buckets ^ other->buckets) |
          (one->amounts ^ other->amounts)) == 0;
}

static void let_arrive(void) {
  for (uint32_t i = 0; i < arriving_count; i++) {
    const struct bucketed_reuses *const reuses = &arriving[i].reuses;
    struct bucketed_reuses *const known = &older[arriving[i].at];
    if (are_alike(known, reuses) && known->executions != UINT32_MAX) {
      known->executions++;
    } else {
      settle_older(known);
      *known = *reuses;
    }
  }
  arriving_count = 0;
}

void hagstone_count_older_reuses(const struct hagstone_alike_reuses *reuses) {
  if (reuses->time == 0) {
    hagstone_count_distance(HAGSTONE_AXIS_FIRST, bits_of_trap(reuses->trap), 0, reuses->amounts >> 32);
    return;
  }
  const uint32_t buckets = buckets_of(reuses->time, reuses->stack);
  const uint64_t key = reuses->trap ^ reuses->watch << 8 ^ (uint64_t)buckets << 24;
  const uint64_t at = key * 0x9e3779b97f4a7c15ull >> (64 - OLDER_BITS);
  __builtin_prefetch(&older[at], 1);
  arriving[arriving_count].reuses = (struct bucketed_reuses){reuses->watch, reuses->trap, buckets, 1, reuses->amounts};
  arriving[arriving_count].at = at;
  if (++arriving_count == MOST_ARRIVING) let_arrive();
}

static void settle(struct hagstone_repetition *repetition) {
  if (repetition->executions == 0) return;
  const struct bucketed_reuses reuses = {
      .watch = hagstone_unsized(repetition->watch),
      .trap = hagstone_trap_at(hagstone_unsized(repetition->trap), repetition->distances >> 4 & 15),
      .buckets = buckets_of(repetition->distances >> 8, repetition->distances & 15),
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
  let_arrive();
  for (uint32_t i = 0; i < OLDER_REPETITIONS; i++) settle_older(&older[i]);
  count_waiting();
  settle_unpaired();
  hagstone_write_reuse_pairs();
  hagstone_write_pair_distances();
  hagstone_write_process_distances();
}

void hagstone_forget_reuses(void) {
  for (uint32_t i = 0; i < HAGSTONE_REPETITIONS; i++) hagstone_repetitions[i].executions = 0;
  for (uint32_t i = 0; i < OLDER_REPETITIONS; i++) older[i].executions = 0;
  arriving_count = waiting_count = 0;
  hagstone_forget_reuse_pairs();
  hagstone_empty_pair_filter(&recorded);
  unpaired = (struct hagstone_unpaired_reuses){0, 0, 0};
  hagstone_forget_pair_distances();
  hagstone_forget_process_distances();
}
