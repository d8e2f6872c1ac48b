/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stores_without_pair.h"

#include "common/raw_format.h"

enum { HELD_BITS = 10, MOST_WAITING = 64 };

/* What is not yet in the recording of a place. */
struct held_place {
  hagstone_place place; /* 0: none */
  uint64_t bytes[HAGSTONE_STORE_FATES];
};

/* Of one tool. */
struct without_pair {
  struct hagstone_without_pair_table table;
  struct held_place held[1 << HELD_BITS]; /* by a hash; the one that another displaces waits until there are many */
  struct held_place waiting[MOST_WAITING];
  uint32_t waiting_count;
};
static struct without_pair without_dead = {.table = {HAGSTONE_TOOL_DEAD_STORES, {0, 0, 0}}};
static struct without_pair without_silent = {.table = {HAGSTONE_TOOL_SILENT_STORES, {0, 0, 0}}};

static void write_waiting(struct without_pair *without) {
  for (uint32_t i = 0; i < without->waiting_count; i++)
    hagstone_expect_without_pair(&without->table, without->waiting[i].place);
  for (uint32_t i = 0; i < without->waiting_count; i++) {
    const struct held_place *waiting = &without->waiting[i];
    struct hagstone_without_pair *counters = hagstone_without_pair_of(&without->table, waiting->place);
    if (!counters) continue;
    counters->first += waiting->bytes[HAGSTONE_STORE_FIRST];
    counters->unfinished += waiting->bytes[HAGSTONE_STORE_UNFINISHED];
    counters->freed += waiting->bytes[HAGSTONE_STORE_FREED];
    counters->interleaved += waiting->bytes[HAGSTONE_STORE_INTERLEAVED];
  }
  without->waiting_count = 0;
}

static void let_wait(struct without_pair *without, const struct held_place *held) {
  if (!held->place) return;
  without->waiting[without->waiting_count++] = *held;
  if (without->waiting_count == MOST_WAITING) write_waiting(without);
}

static struct held_place *held_of(struct without_pair *without, hagstone_place place) {
  struct held_place *held = &without->held[place * 0x9e3779b97f4a7c15ull >> (64 - HELD_BITS)];
  if (held->place != place) {
    let_wait(without, held);
    *held = (struct held_place){place, {0}};
  }
  return held;
}

void hagstone_count_store_without_pair(uint32_t tool, hagstone_place place, enum hagstone_store_fate fate,
                                       uint64_t bytes) {
  if (bytes == 0) return;
  held_of(tool == HAGSTONE_TOOL_DEAD_STORES ? &without_dead : &without_silent, place)->bytes[fate] += bytes;
}

static void write(struct without_pair *without) {
  for (uint32_t i = 0; i < 1u << HELD_BITS; i++) {
    let_wait(without, &without->held[i]);
    without->held[i] = (struct held_place){0, {0}};
  }
  write_waiting(without);
}

void hagstone_write_stores_without_pair(void) {
  write(&without_dead);
  write(&without_silent);
}

static void forget_unfinished(void *counters) { ((struct hagstone_without_pair *)counters)->unfinished = 0; }

void hagstone_forget_unfinished_stores(void) {
  hagstone_write_stores_without_pair();
  hagstone_visit_places(&without_dead.table.places, forget_unfinished);
  hagstone_visit_places(&without_silent.table.places, forget_unfinished);
}

static void forget(struct without_pair *without) {
  hagstone_forget_places(&without->table.places);
  for (uint32_t i = 0; i < 1u << HELD_BITS; i++) without->held[i] = (struct held_place){0, {0}};
  without->waiting_count = 0;
}

void hagstone_forget_stores_without_pair(void) {
  forget(&without_dead);
  forget(&without_silent);
}
