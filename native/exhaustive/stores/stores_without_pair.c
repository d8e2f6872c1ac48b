/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stores_without_pair.h"

#include "common/raw_format.h"

enum { HELD_BITS = 10, MOST_WAITING = 64 };
enum { DEAD, SILENT, KINDS };

static struct hagstone_without_pair_table tables[KINDS] = {[DEAD] = {HAGSTONE_TOOL_DEAD_STORES, {0, 0, 0}},
                                                           [SILENT] = {HAGSTONE_TOOL_SILENT_STORES, {0, 0, 0}}};

/* Bytes of a place that are not yet in the recording. */
struct held_place {
  hagstone_place place; /* 0: none */
  uint64_t bytes[KINDS][HAGSTONE_STORE_FATES];
};
static struct held_place held[1 << HELD_BITS]; /* by a hash; the one that another displaces waits until there are many */
static struct held_place waiting[MOST_WAITING];
static uint32_t waiting_count;

static int has_any(const struct held_place *place, uint32_t kind) {
  uint64_t any = 0;
  for (uint32_t fate = 0; fate < HAGSTONE_STORE_FATES; fate++) any |= place->bytes[kind][fate];
  return any != 0;
}

static void write_kind(uint32_t kind) {
  for (uint32_t i = 0; i < waiting_count; i++)
    if (has_any(&waiting[i], kind)) hagstone_expect_without_pair(&tables[kind], waiting[i].place);
  for (uint32_t i = 0; i < waiting_count; i++) {
    if (!has_any(&waiting[i], kind)) continue;
    const uint64_t *bytes = waiting[i].bytes[kind];
    struct hagstone_without_pair *counters = hagstone_without_pair_of(&tables[kind], waiting[i].place);
    if (!counters) continue;
    counters->first += bytes[HAGSTONE_STORE_FIRST];
    counters->unfinished += bytes[HAGSTONE_STORE_UNFINISHED];
    counters->freed += bytes[HAGSTONE_STORE_FREED];
    counters->interleaved += bytes[HAGSTONE_STORE_INTERLEAVED];
  }
}

static void write_waiting(void) {
  for (uint32_t kind = 0; kind < KINDS; kind++) write_kind(kind);
  waiting_count = 0;
}

static void let_wait(const struct held_place *place) {
  if (!place->place) return;
  waiting[waiting_count++] = *place;
  if (waiting_count == MOST_WAITING) write_waiting();
}

static struct held_place *held_of(hagstone_place place) {
  struct held_place *found = &held[place * 0x9e3779b97f4a7c15ull >> (64 - HELD_BITS)];
  if (found->place != place) {
    let_wait(found);
    *found = (struct held_place){place, {{0}}};
  }
  return found;
}

void hagstone_count_store_without_pair(hagstone_place place, enum hagstone_store_fate fate, uint64_t dead,
                                       uint64_t silent) {
  if (!dead && !silent) return;
  struct held_place *found = held_of(place);
  found->bytes[DEAD][fate] += dead;
  found->bytes[SILENT][fate] += silent;
}

static void forget_held(void) {
  for (uint32_t i = 0; i < 1u << HELD_BITS; i++) held[i] = (struct held_place){0, {{0}}};
}

void hagstone_write_stores_without_pair(void) {
  for (uint32_t i = 0; i < 1u << HELD_BITS; i++) let_wait(&held[i]);
  forget_held();
  write_waiting();
}

static void forget_unfinished(void *counters) { ((struct hagstone_without_pair *)counters)->unfinished = 0; }

void hagstone_forget_unfinished_stores(void) {
  hagstone_write_stores_without_pair();
  for (uint32_t kind = 0; kind < KINDS; kind++) hagstone_visit_places(&tables[kind].places, forget_unfinished);
}

void hagstone_forget_stores_without_pair(void) {
  for (uint32_t kind = 0; kind < KINDS; kind++) hagstone_forget_places(&tables[kind].places);
  forget_held();
  waiting_count = 0;
}
