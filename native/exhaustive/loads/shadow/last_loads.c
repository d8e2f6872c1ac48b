/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "last_loads.h"

#include "exhaustive/scope/clock.h"
#include "byte_pages.h"
#include "common/raw_format.h"
#include "other_threads.h"

struct loaded_byte {
  hagstone_place place; /* 0: never */
  uint64_t time;
  uint8_t value;
};

/* One for each thread that loaded anything; found by going along. */
struct thread_loads {
  struct thread_loads *next;
  uint32_t thread;
  struct hagstone_byte_pages bytes; /* of struct loaded_byte */
};

static struct thread_loads *threads;
static struct hagstone_byte_pages accessed = {sizeof(struct hagstone_accessed_byte), 0, 0, 0, 0};
static struct hagstone_load_history history;
static uint8_t *values;
static uint64_t values_capacity;

static int no_memory(void) {
  ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
  return 0;
}

static struct hagstone_byte_pages *loads_of(uint32_t thread) {
  struct thread_loads **link = &threads;
  while (*link && (*link)->thread != thread) link = &(*link)->next;
  if (!*link) {
    struct thread_loads *fresh = hagstone_memory(sizeof *fresh);
    if (!fresh) return 0;
    fresh->thread = thread;
    fresh->bytes.item_size = sizeof(struct loaded_byte);
    *link = fresh;
  }
  return &(*link)->bytes;
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

static void exchange_byte(const struct hagstone_access *access, uint32_t index, struct loaded_byte *byte, uint64_t now) {
  const uint64_t address = access->address + index;
  const hagstone_place trap = hagstone_place_of(access->context, access->site->id);
  if (byte->place) {
    hagstone_earlier_loads_add(&history.earlier, byte->place, byte->time, trap, 1);
    const struct hagstone_accessed_byte *others = hagstone_byte_find(&accessed, address);
    if (others && hagstone_accessed_by_others(others, access->thread, byte->time)) history.interleaved = 1;
  } else {
    history.first++;
  }
  values[index] = byte->value;
  byte->place = trap;
  byte->time = now;
  byte->value = *(const uint8_t *)(uintptr_t)address;
}

const struct hagstone_load_history *hagstone_exchange_last_loads(const struct hagstone_access *access) {
  struct hagstone_byte_pages *loads = loads_of(access->thread);
  if (!loads || !make_room_for_values(access->bytes)) {
    no_memory();
    return 0;
  }
  const uint64_t now = hagstone_clock;
  hagstone_earlier_loads_clear(&history.earlier);
  history.first = 0;
  history.interleaved = 0;
  history.values = values;
  for (uint32_t i = 0; i < access->bytes; i++) {
    struct loaded_byte *byte = hagstone_byte_at(loads, access->address + i);
    if (!byte) {
      no_memory();
      return 0;
    }
    exchange_byte(access, i, byte, now);
  }
  return &history;
}

void hagstone_set_last_load(uint32_t thread, uint64_t address, hagstone_place place, uint64_t time, uint8_t value) {
  struct hagstone_byte_pages *loads = loads_of(thread);
  struct loaded_byte *byte = loads ? hagstone_byte_at(loads, address) : 0;
  const struct loaded_byte loaded = {place, time, value};
  if (byte)
    *byte = loaded;
  else
    no_memory();
}

void hagstone_note_accessing_thread(const struct hagstone_access *access) {
  for (uint32_t i = 0; i < access->bytes; i++) {
    struct hagstone_accessed_byte *byte = hagstone_byte_at(&accessed, access->address + i);
    if (byte)
      hagstone_accessed(byte, access->thread, hagstone_clock);
    else
      no_memory();
  }
}

static void (*count_bytes)(hagstone_place place, uint64_t bytes);
static int forgetting;

static void count_byte(void *item) {
  struct loaded_byte *byte = item;
  if (!byte->place) return;
  count_bytes(byte->place, 1);
  if (forgetting) byte->place = 0;
}

void hagstone_visit_last_loads(uint64_t address, uint64_t bytes, void (*count)(hagstone_place place, uint64_t bytes),
                               int forget) {
  count_bytes = count;
  forgetting = forget;
  for (struct thread_loads *each = threads; each; each = each->next)
    hagstone_bytes_visit(&each->bytes, address, bytes, count_byte);
}

static void count_nothing(hagstone_place place, uint64_t bytes) {
  (void)place;
  (void)bytes;
}

void hagstone_forget_last_loads(void) { hagstone_visit_last_loads(0, 0, count_nothing, 1); }
