/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "last_loads.h"

#include "accessed_granules.h"
#include "common/raw_format.h"
#include "exhaustive/scope/clock.h"
#include "exhaustive/tables/pieces.h"
#include "granule_pages.h"

struct loaded_bytes {
  hagstone_place places[HAGSTONE_GRANULE]; /* 0: never */
  uint64_t times[HAGSTONE_GRANULE];
};

struct loaded_granule {
  hagstone_place place; /* of each byte; 0: never */
  uint64_t time;
  struct loaded_bytes *differing; /* null: `place` and `time` hold */
  uint8_t values[HAGSTONE_GRANULE];
};

/* One for each thread that loaded anything; found by going along. */
struct thread_loads {
  struct thread_loads *next;
  uint32_t thread;
  struct hagstone_granule_pages granules; /* of struct loaded_granule */
};

static struct thread_loads *threads;
static struct hagstone_pieces pieces = {sizeof(struct loaded_bytes), 0, 0, 0};
_Static_assert(sizeof(struct loaded_bytes) % 16 == 0, "pieces are multiples of 16 bytes");
static struct hagstone_load_history history;
static uint8_t *values;
static uint64_t values_capacity;

static int no_memory(void) {
  ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
  return 0;
}

static struct hagstone_granule_pages *loads_of(uint32_t thread) {
  struct thread_loads **link = &threads;
  while (*link && (*link)->thread != thread) link = &(*link)->next;
  if (!*link) {
    struct thread_loads *fresh = hagstone_memory(sizeof *fresh);
    if (!fresh) return 0;
    fresh->thread = thread;
    fresh->granules.item_size = sizeof(struct loaded_granule);
    *link = fresh;
  }
  return &(*link)->granules;
}

static int make_room_for_values(uint64_t bytes) {
  if (bytes <= values_capacity) return 1;
  uint8_t *larger = hagstone_memory(2 * bytes);
  if (!larger) return 0;
  if (values) hagstone_give_back(values, values_capacity);
  values = larger;
  values_capacity = 2 * bytes;
  return 1;
}

/* 0: no memory. */
static int split(struct loaded_granule *granule) {
  if (granule->differing) return 1;
  struct loaded_bytes *bytes = hagstone_take_piece(&pieces);
  if (!bytes) return 0;
  for (uint32_t i = 0; i < HAGSTONE_GRANULE; i++) {
    bytes->places[i] = granule->place;
    bytes->times[i] = granule->time;
  }
  granule->differing = bytes;
  return 1;
}

static void join(struct loaded_granule *granule, hagstone_place place, uint64_t time) {
  granule->place = place;
  granule->time = time;
  if (!granule->differing) return;
  hagstone_give_back_piece(&pieces, granule->differing);
  granule->differing = 0;
}

/* A part of a load. */
struct part {
  const struct hagstone_access *access;
  hagstone_place trap;
  uint64_t granule; /* address */
  uint32_t mask;    /* its bytes in the granule */
};

static void note_earlier(const struct part *part, hagstone_place place, uint64_t time, uint32_t mask) {
  const uint32_t bytes = hagstone_mask_bytes(mask);
  if (!place) {
    history.first += bytes;
    return;
  }
  hagstone_earlier_loads_add(&history.earlier, place, time, part->trap, bytes);
  if (!history.interleaved && hagstone_others_accessed(part->granule, mask, part->access->thread, time))
    history.interleaved = 1;
}

static void exchange_values(const struct part *part, struct loaded_granule *granule) {
  for (uint32_t i = 0; i < HAGSTONE_GRANULE; i++) {
    if (!(part->mask >> i & 1)) continue;
    values[part->granule + i - part->access->address] = granule->values[i];
    granule->values[i] = *(const uint8_t *)(uintptr_t)(part->granule + i);
  }
}

static int exchange_differing(const struct part *part, struct loaded_granule *granule) {
  if (!split(granule)) return 0;
  struct loaded_bytes *bytes = granule->differing;
  for (uint32_t i = 0; i < HAGSTONE_GRANULE; i++) {
    if (!(part->mask >> i & 1)) continue;
    note_earlier(part, bytes->places[i], bytes->times[i], 1u << i);
    bytes->places[i] = part->trap;
    bytes->times[i] = hagstone_clock;
  }
  exchange_values(part, granule);
  if (part->mask == HAGSTONE_WHOLE_GRANULE) join(granule, part->trap, hagstone_clock);
  return 1;
}

static int exchange_part(const struct part *part, struct loaded_granule *granule) {
  if (part->mask != HAGSTONE_WHOLE_GRANULE || granule->differing) return exchange_differing(part, granule);
  note_earlier(part, granule->place, granule->time, part->mask);
  exchange_values(part, granule);
  join(granule, part->trap, hagstone_clock);
  return 1;
}

const struct hagstone_load_history *hagstone_exchange_last_loads(const struct hagstone_access *access) {
  struct hagstone_granule_pages *loads = loads_of(access->thread);
  if (!loads || !make_room_for_values(access->bytes)) {
    no_memory();
    return 0;
  }
  hagstone_earlier_loads_clear(&history.earlier);
  history.first = 0;
  history.interleaved = 0;
  history.values = values;
  const uint64_t last = access->address + access->bytes - 1;
  struct part part = {access, hagstone_place_of(access->context, access->site->id), 0, 0};
  for (part.granule = hagstone_granule_start(access->address); part.granule <= last; part.granule += HAGSTONE_GRANULE) {
    part.mask = hagstone_granule_mask(part.granule, access->address, last);
    struct loaded_granule *granule = hagstone_granule_at(loads, part.granule);
    if (!granule) no_memory();
    if (!granule || !exchange_part(&part, granule)) return 0;
  }
  return &history;
}

static void join_alike(struct loaded_granule *granule) {
  const struct loaded_bytes *bytes = granule->differing;
  for (uint32_t i = 1; i < HAGSTONE_GRANULE; i++)
    if (bytes->places[i] != bytes->places[0] || bytes->times[i] != bytes->times[0]) return;
  join(granule, bytes->places[0], bytes->times[0]);
}

void hagstone_set_last_load(uint32_t thread, uint64_t address, hagstone_place place, uint64_t time, uint8_t value) {
  struct hagstone_granule_pages *loads = loads_of(thread);
  struct loaded_granule *granule = loads ? hagstone_granule_at(loads, address) : 0;
  if (!granule) no_memory();
  if (!granule || !split(granule)) return;
  const uint32_t index = address % HAGSTONE_GRANULE;
  granule->differing->places[index] = place;
  granule->differing->times[index] = time;
  granule->values[index] = value;
  join_alike(granule);
}

static void (*count_bytes)(hagstone_place place, uint64_t bytes);
static int forgetting;

static void count_granule(void *item, uint32_t mask) {
  struct loaded_granule *granule = item;
  if (!granule->differing && !granule->place) return;
  if (!granule->differing) count_bytes(granule->place, hagstone_mask_bytes(mask));
  for (uint32_t i = 0; granule->differing && i < HAGSTONE_GRANULE; i++)
    if (mask >> i & 1 && granule->differing->places[i]) count_bytes(granule->differing->places[i], 1);
  if (!forgetting) return;
  if (mask == HAGSTONE_WHOLE_GRANULE) {
    join(granule, 0, 0);
  } else if (split(granule)) {
    for (uint32_t i = 0; i < HAGSTONE_GRANULE; i++)
      if (mask >> i & 1) granule->differing->places[i] = 0;
  }
}

void hagstone_visit_last_loads(uint64_t address, uint64_t bytes, void (*count)(hagstone_place place, uint64_t bytes),
                               int forget) {
  count_bytes = count;
  forgetting = forget;
  for (struct thread_loads *each = threads; each; each = each->next)
    hagstone_granules_visit(&each->granules, address, bytes, count_granule, forget);
}

static void count_nothing(hagstone_place place, uint64_t bytes) {
  (void)place;
  (void)bytes;
}

void hagstone_forget_last_loads(void) { hagstone_visit_last_loads(0, 0, count_nothing, 1); }
