/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "loop_times.h"

#include "exhaustive/tables/place_table.h"
#include "clock.h"

enum { TIMES_AT_ONCE = 8192 };

static struct hagstone_place_table times;
static uint64_t *unused;
static uint32_t unused_count;

struct hagstone_pass hagstone_passes[HAGSTONE_PASSES_KEPT];
void (*hagstone_before_passes_are_forgotten)(void);

static uint64_t *new_time(void) {
  if (unused_count == 0) {
    unused = hagstone_memory(TIMES_AT_ONCE * sizeof *unused);
    if (!unused) return 0;
    unused_count = TIMES_AT_ONCE;
  }
  unused_count--;
  return unused++;
}

uint64_t *hagstone_loop_time(hagstone_calling_context context, uint32_t loop) {
  static uint64_t nowhere;
  const struct hagstone_place_key key = {context, loop, 0};
  uint64_t *time = hagstone_place_find(&times, &key);
  if (time || !hagstone_place_make_room(&times)) return time ? time : &nowhere;
  time = new_time();
  if (!time) return &nowhere;
  hagstone_place_add(&times, &key, time);
  return time;
}

uint64_t hagstone_loop_time_at(const uint64_t *time, uint64_t clock) {
  if (*time <= clock) return *time;
  while (hagstone_passes[++clock % HAGSTONE_PASSES_KEPT].time != time) continue;
  return hagstone_passes[clock % HAGSTONE_PASSES_KEPT].before;
}
