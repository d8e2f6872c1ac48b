/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "held_pairs.h"

#include "exhaustive/options.h"
#include "exhaustive/scope/clock.h"
#include "exhaustive/scope/loop_times.h"
#include "common/raw_format.h"
#include "exhaustive/loads/load_counters.h"
#include "load_pairs.h"
#include "exhaustive/loads/shadow/load_shadow.h"
#include "numbered_places.h"

enum { HELD_BITS = 13, MOST_WAITING = 64 };
/* Represents pairs that found no room. */
#define LOST 0xffffffffu
/* Each page of the recording that leaves memory costs a fault. */
enum { MOST_BYTES_KEPT = 1 << 26 };

/* Counts of a pair that are not yet in the recording. */
struct held_pair {
  uint64_t numbers; /* watch above, trap below; 0: none */
  uint32_t pair;    /* load_pairs.h, or LOST; 0: waits to be looked up */
  uint64_t instances;
  uint64_t bytes;
};

/* A pair that is not looked up yet, and the times of its first loads: a new pair's scope depends on them. */
struct waiting_pair {
  struct held_pair *held;
  uint64_t watch_time;
  uint64_t trap_time;
};

static int may_release; /* no other tool writes into the recording */
static struct held_pair *held; /* by a hash; the one that another displaces leaves */
static struct waiting_pair waiting[MOST_WAITING];
static uint32_t waiting_count;
static struct held_pair leaving[MOST_WAITING]; /* counts that are about to be added to a pair */
static uint32_t leaving_count;

static uint32_t watch_of(const struct held_pair *pair) { return (uint32_t)(pair->numbers >> 32); }
static uint32_t trap_of(const struct held_pair *pair) { return (uint32_t)pair->numbers; }

static void look_up_waiting(void) {
  for (uint32_t i = 0; i < waiting_count; i++) {
    hagstone_expect_numbered_place(watch_of(waiting[i].held));
    hagstone_expect_numbered_place(trap_of(waiting[i].held));
  }
  for (uint32_t i = 0; i < waiting_count; i++)
    hagstone_expect_load_pair(hagstone_numbered_place(watch_of(waiting[i].held)),
                              hagstone_numbered_place(trap_of(waiting[i].held)));
  for (uint32_t i = 0; i < waiting_count; i++)
    hagstone_expect_found_load_pair(hagstone_numbered_place(watch_of(waiting[i].held)),
                                    hagstone_numbered_place(trap_of(waiting[i].held)));
  for (uint32_t i = 0; i < waiting_count; i++) {
    struct held_pair *pair = waiting[i].held;
    pair->pair = hagstone_redundant_load_pair(hagstone_numbered_place(watch_of(pair)), waiting[i].watch_time,
                                              hagstone_numbered_place(trap_of(pair)), waiting[i].trap_time);
    if (!pair->pair) pair->pair = LOST;
  }
  waiting_count = 0;
}

const char *hagstone_start_held_pairs(void) {
  held = hagstone_table_memory(sizeof *held << HELD_BITS);
  if (!held) return "there is no memory left; give the run more";
  hagstone_before_passes_are_forgotten = look_up_waiting;
  may_release = hagstone_options.tools == 1ull << HAGSTONE_TOOL_REDUNDANT_LOADS && !hagstone_options.virtual_unit_count;
  return 0;
}

int hagstone_load_recording_is_released(void) { return may_release && hagstone_recorded_bytes() > MOST_BYTES_KEPT; }

static void write_leaving(void) {
  for (uint32_t i = 0; i < leaving_count; i++)
    hagstone_count_in_load_pair(leaving[i].pair, leaving[i].instances, leaving[i].bytes);
  leaving_count = 0;
}

static void leave(struct held_pair *pair) {
  if (!pair->instances) return;
  if (!pair->pair) look_up_waiting();
  if (pair->pair == LOST) {
    /* One of them is counted already. */
    *hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full) += pair->instances - 1;
    return;
  }
  __builtin_prefetch(hagstone_count_of_pair(pair->pair), 1);
  leaving[leaving_count++] = *pair;
  if (leaving_count == MOST_WAITING) write_leaving();
}

static void let_wait(struct held_pair *pair, uint64_t address) {
  const uint64_t watch_time = hagstone_options.scope == HAGSTONE_SCOPE_NONE ? 0 : hagstone_load_time(address);
  waiting[waiting_count++] = (struct waiting_pair){pair, watch_time, hagstone_clock};
  if (waiting_count == MOST_WAITING) look_up_waiting();
}

void hagstone_hold_pair(uint32_t watch, uint32_t trap, uint64_t address, uint64_t instances, uint64_t bytes) {
  const uint64_t numbers = (uint64_t)watch << 32 | trap;
  struct held_pair *pair = &held[numbers * 0x9e3779b97f4a7c15ull >> (64 - HELD_BITS)];
  if (pair->numbers == numbers) {
    pair->instances += instances;
    pair->bytes += bytes;
    return;
  }
  leave(pair);
  *pair = (struct held_pair){numbers, 0, instances, bytes};
  let_wait(pair, address);
}

void hagstone_write_held_pairs(void) {
  look_up_waiting();
  for (uint32_t i = 0; i < 1u << HELD_BITS; i++) {
    leave(&held[i]);
    held[i].instances = held[i].bytes = 0;
    /* There may be room later. */
    if (held[i].pair == LOST) held[i].numbers = 0;
  }
  write_leaving();
  if (hagstone_load_recording_is_released()) hagstone_release_recording();
}

void hagstone_forget_held_pairs(void) {
  for (uint32_t i = 0; i < 1u << HELD_BITS; i++) held[i] = (struct held_pair){0, 0, 0, 0};
  waiting_count = leaving_count = 0;
}
