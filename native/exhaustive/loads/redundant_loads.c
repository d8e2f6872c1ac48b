/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "redundant_loads.h"

#include "../options.h"
#include "common/raw_format.h"
#include "fast_redundant_loads.h"
#include "generic_redundant_loads.h"
#include "load_code.h"

static const struct hagstone_measurement *chosen = &hagstone_fast_redundant_loads;

static const char *start(void) {
  if (hagstone_options.generic) chosen = &hagstone_generic_redundant_loads;
  return chosen->start ? chosen->start() : 0;
}

static void access(const struct hagstone_access *access) { chosen->access(access); }
static void kernel_access(const struct hagstone_access *access) { chosen->kernel_access(access); }
static void memory_ends(uint64_t address, uint64_t bytes, enum hagstone_memory_end how) {
  chosen->memory_ends(address, bytes, how);
}
static void memory_moves(uint64_t from, uint64_t to, uint64_t bytes) { chosen->memory_moves(from, to, bytes); }
static void several_threads(void) { chosen->several_threads(); }
static void window_begins(void) { chosen->window_begins(); }
static void window_ends(void) { chosen->window_ends(); }
static void refresh(void) {
  if (chosen->refresh) chosen->refresh();
}
static void finish(void) { chosen->finish(); }
static void after_fork(void) { chosen->after_fork(); }

const struct hagstone_measurement hagstone_redundant_loads = {
    .name = "redundant loads",
    .tool = HAGSTONE_TOOL_REDUNDANT_LOADS,
    .start = start,
    .access = access,
    .kernel_access = kernel_access,
    .memory_ends = memory_ends,
    .memory_moves = memory_moves,
    .several_threads = several_threads,
    .window_begins = window_begins,
    .window_ends = window_ends,
    .refresh = refresh,
    .finish = finish,
    .after_fork = after_fork,
    .code = &hagstone_redundant_loads_code,
};
