/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "regions.h"

#include "contexts/calling_context.h"
#include "contexts/shadow_stack/shadow_stack.h"
#include "engine_state.h"
#include "recording/recording.h"
#include "program/threads/thread_state.h"

enum { MOST_REGIONS = 1024 };

/* By id - 1. */
static struct {
  char name[HAGSTONE_LONGEST_REGION_NAME];
  uint32_t length;
} regions[MOST_REGIONS];
static uint32_t region_count;

static void record(uint32_t id) {
  const struct hagstone_region region = {id, regions[id - 1].length};
  hagstone_recording_append_to_all(HAGSTONE_WRITER_PROCESS, HAGSTONE_RECORD_REGION, &region, sizeof region,
                                   regions[id - 1].name, region.name_length);
}

static int is_named(uint32_t id, const char *name, uint32_t length) {
  if (regions[id - 1].length != length) return 0;
  for (uint32_t i = 0; i < length; i++)
    if (regions[id - 1].name[i] != name[i]) return 0;
  return 1;
}

/* 0: none. */
static uint32_t known_id_of(const char *name, uint32_t length) {
  for (uint32_t id = 1; id <= region_count; id++)
    if (is_named(id, name, length)) return id;
  return 0;
}

/* 0: too many. */
static uint32_t id_of(const char *name, uint32_t length) {
  const uint32_t known = known_id_of(name, length);
  if (known || region_count == MOST_REGIONS) return known;
  regions[region_count].length = length;
  for (uint32_t i = 0; i < length; i++) regions[region_count].name[i] = name[i];
  record(++region_count);
  return region_count;
}

/* Moves the thread's calls below the regions that it is in. */
static void move_calls(const struct hagstone_program_thread *thread) {
  uint32_t sites[HAGSTONE_DEEPEST_REGION], count = 0;
  for (uint32_t i = 0; i < thread->region_count; i++)
    if (thread->regions[i]) sites[count++] = hagstone_intern_region_site(thread->regions[i]);
  hagstone_change_roots(thread->stack, sites, count);
}

void hagstone_region_begins(const char *name, uint32_t length) {
  struct hagstone_program_thread *thread = hagstone_engine.running;
  const int has_room = thread->region_count < HAGSTONE_DEEPEST_REGION;
  const uint32_t id = has_room ? id_of(name, length) : 0;
  if (!id) ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_regions);
  if (!has_room) {
    thread->regions_beyond++;
    return;
  }
  thread->regions[thread->region_count++] = id;
  move_calls(thread);
}

void hagstone_region_ends(const char *name, uint32_t length) {
  struct hagstone_program_thread *thread = hagstone_engine.running;
  if (thread->regions_beyond > 0) {
    thread->regions_beyond--;
    return;
  }
  const uint32_t id = known_id_of(name, length);
  uint32_t depth = thread->region_count;
  while (depth > 0 && thread->regions[depth - 1] != id) depth--;
  if (depth == 0) return;
  thread->region_count = depth - 1;
  move_calls(thread);
}

void hagstone_record_regions(void) {
  for (uint32_t id = 1; id <= region_count; id++) record(id);
}
