/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measurements.h"

#include "loads/redundant_loads.h"
#include "loads/spatial_loads.h"
#include "options.h"
#include "registers/registers.h"
#include "reuse/reuse_distance.h"
#include "spatial_values/spatial_values.h"
#include "stores/stores.h"
#include "values/values.h"
#include "virtual/virtual_pmu.h"

static const struct hagstone_measurement *const all[] = {
    &hagstone_stores,
    &hagstone_redundant_loads,
    /* Before the keeper of the data objects: its batch of accesses needs the objects they were in. */
    &hagstone_reuse_distance,
    &hagstone_spatial_loads,
    &hagstone_registers,
    &hagstone_spatial_values,
    &hagstone_values,
    &hagstone_virtual_measurement,
};

const struct hagstone_measurement *hagstone_active[HAGSTONE_MOST_MEASUREMENTS];
uint32_t hagstone_active_count;

static uint64_t tools_of(const struct hagstone_measurement *measurement) {
  return measurement->tools ? measurement->tools : 1ull << measurement->tool;
}

/* Virtual PMUs have no tool of their own: their specification names it. */
static int is_wanted(const struct hagstone_measurement *measurement) {
  if (measurement == &hagstone_spatial_values) return 1;
  if (tools_of(measurement) == 1) return hagstone_options.virtual_unit_count != 0;
  return (tools_of(measurement) & hagstone_options.tools) != 0;
}

const char *hagstone_start_measurements(void) {
  for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!is_wanted(all[i])) continue;
    const char *refused = all[i]->start ? all[i]->start() : 0;
    if (refused) return refused;
    hagstone_active[hagstone_active_count++] = all[i];
  }
  return 0;
}

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
