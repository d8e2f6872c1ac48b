/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measurements.h"

const struct hagstone_measurement *hagstone_active[HAGSTONE_MOST_MEASUREMENTS];
uint32_t hagstone_active_count;

#define ANNOUNCE(callback, ...) \
  for (uint32_t i = 0; i < hagstone_active_count; i++) \
    if (hagstone_active[i]->callback) hagstone_active[i]->callback(__VA_ARGS__)

void hagstone_announce_memory_begins(uint64_t address, uint64_t bytes, enum hagstone_memory_begin how,
                                     hagstone_calling_context context) {
  ANNOUNCE(memory_begins, address, bytes, how, context);
}

void hagstone_announce_memory_ends(uint64_t address, uint64_t bytes, enum hagstone_memory_end how) {
  ANNOUNCE(memory_ends, address, bytes, how);
}

void hagstone_announce_memory_moves(uint64_t from, uint64_t to, uint64_t bytes) { ANNOUNCE(memory_moves, from, to, bytes); }

void hagstone_announce_several_threads(void) { ANNOUNCE(several_threads); }

void hagstone_announce_thread_ends(uint32_t thread) { ANNOUNCE(thread_ends, thread); }

void hagstone_announce_window(int begins) {
  if (begins) {
    ANNOUNCE(window_begins);
  } else {
    ANNOUNCE(window_ends);
  }
}

void hagstone_announce_refresh(void) { ANNOUNCE(refresh); }

void hagstone_announce_finish(void) { ANNOUNCE(finish); }

void hagstone_announce_fork(void) { ANNOUNCE(after_fork); }
