/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "generic_redundant_loads.h"

#include "../scope/clock.h"
#include "common/raw_format.h"
#include "exhaustive/loads/shadow/accessed_granules.h"
#include "exhaustive/loads/shadow/last_loads.h"
#include "repeated_value.h"

static int several_threads_seen;
static int windowed; /* a window has ended, or the program has stopped collection */

static void load(const struct hagstone_access *access) {
  const hagstone_place place = hagstone_place_of(access->context, access->site->id);
  const struct hagstone_load_history *before = hagstone_exchange_last_loads(access);
  if (!before) return;
  if (before->first) hagstone_count_first_load(place, before->first);
  if (before->first == 0 &&
      hagstone_value_repeats(access->site->element, before->values, (const uint8_t *)(uintptr_t)access->address,
                             access->bytes, hagstone_tolerance()))
    hagstone_count_redundant_load(place, &before->earlier, before->interleaved);
  else
    hagstone_count_useful_load(&before->earlier, before->interleaved);
}

static void access(const struct hagstone_access *access) {
  if (access->bytes == 0) return;
  hagstone_clock++;
  if (several_threads_seen) hagstone_expect_access(access->address);
  if (access->site->kind == HAGSTONE_LOAD) load(access);
  if (several_threads_seen) hagstone_note_accessing_thread(access);
}

static void memory_ends(uint64_t address, uint64_t bytes, enum hagstone_memory_end how) {
  (void)how;
  if (bytes) hagstone_visit_last_loads(address, bytes, hagstone_count_freed_load, 1);
}

static void memory_moves(uint64_t from, uint64_t to, uint64_t bytes) {
  memory_ends(from, bytes, HAGSTONE_MEMORY_UNMAPPED);
  memory_ends(to, bytes, HAGSTONE_MEMORY_UNMAPPED);
}

static void several_threads(void) { several_threads_seen = 1; }

static void window_begins(void) { hagstone_forget_last_loads(); }

static void window_ends(void) {
  if (!windowed) hagstone_forget_unfinished_loads(); /* of an exec that failed */
  windowed = 1;
  hagstone_visit_last_loads(0, 0, hagstone_count_unfinished_load, 1);
}

static void finish(void) {
  /* Nothing is carried over from window to window, so only a run without windows can go on from here. */
  if (windowed) {
    window_ends();
    return;
  }
  hagstone_forget_unfinished_loads();
  hagstone_visit_last_loads(0, 0, hagstone_count_unfinished_load, 0);
}

static void after_fork(void) {
  windowed = 0;
  hagstone_forget_last_loads();
  hagstone_forget_load_counters();
}

const struct hagstone_measurement hagstone_generic_redundant_loads = {
    .name = "redundant loads",
    .tool = HAGSTONE_TOOL_REDUNDANT_LOADS,
    .access = access,
    .kernel_access = access,
    .memory_ends = memory_ends,
    .memory_moves = memory_moves,
    .several_threads = several_threads,
    .window_begins = window_begins,
    .window_ends = window_ends,
    .finish = finish,
    .after_fork = after_fork,
};
