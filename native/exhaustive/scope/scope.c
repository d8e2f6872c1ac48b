/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The extended calling context of an access is the frames from its thread's root down, each with the loops around the
 * place where it calls the next one, and at last the loops around the access itself. The common part of two contexts
 * ends in one frame, with the loops there that are around both of their places. */
#include "scope.h"

#include "exhaustive/tables/place_table.h"
#include "clock.h"
#include "common/raw_format.h"
#include "loop_times.h"
#include "program_code.h"

/* A place in the code of a frame. */
struct position {
  uint32_t module;
  uint64_t offset;
};

/* Contexts from the root down, of the later access. */
static hagstone_calling_context *path;
static uint32_t path_capacity;

static struct hagstone_place_table records; /* to ids, in pointers */
static uint32_t record_count;

static struct position access_position(hagstone_place place) {
  const struct hagstone_site *site = hagstone_site_of(hagstone_place_site(place));
  const struct position position = {site->module, site->offset};
  return position;
}

static struct position call_position(hagstone_calling_context callee) {
  struct position position = {HAGSTONE_MODULE_UNKNOWN, 0};
  hagstone_call_site(callee, &position.module, &position.offset);
  return position;
}

static uint32_t loop_at(struct position position) {
  const struct hagstone_loop_module *module = hagstone_loops_of_module(position.module);
  return module ? hagstone_innermost_loop(module, position.offset) : 0;
}

/* Not those of modules that came after the loops file was written: modules that the program loads itself, and
   programs that it starts. */
static int loops_are_known_at(struct position position) {
  return position.module == HAGSTONE_MODULE_SYSTEM_CALL || hagstone_loops_of_module(position.module) != 0;
}

static uint32_t parent_loop(uint32_t loop) { return hagstone_program_loops()->loops[loop - 1].parent; }

/* The innermost loop around both; parents have smaller numbers than their children. */
static uint32_t common_loop(uint32_t one, uint32_t other) {
  while (one != other) {
    if (one > other)
      one = parent_loop(one);
    else
      other = parent_loop(other);
  }
  return one;
}

/* The root of a thread is below the context that created it, whose loops are another thread's. */
static hagstone_calling_context caller_of(hagstone_calling_context context) {
  const hagstone_calling_context parent = hagstone_parent_context(context);
  return parent && hagstone_thread_of(parent) == hagstone_thread_of(context) ? parent : 0;
}

static uint32_t depth_of(hagstone_calling_context context) {
  uint32_t depth = 0;
  for (; context; context = caller_of(context)) depth++;
  return depth;
}

static int make_room_for_path(uint32_t depth) {
  if (depth <= path_capacity) return 1;
  hagstone_calling_context *larger = hagstone_memory(2ull * depth * sizeof *larger);
  if (!larger) return 0;
  if (path) hagstone_give_back(path, path_capacity * sizeof *path);
  path = larger;
  path_capacity = 2 * depth;
  return 1;
}

/* Fills `path` and returns its length; 0: no memory. */
static uint32_t path_to(hagstone_calling_context context) {
  const uint32_t depth = depth_of(context);
  if (!make_room_for_path(depth)) return 0;
  for (uint32_t i = depth; i-- > 0; context = caller_of(context)) path[i] = context;
  return depth;
}

/* The last frame that both contexts have, by its index in `path`, and where `watch` continues from there. */
static uint32_t last_common_frame(hagstone_place watch, uint32_t path_length, struct position *goes_on) {
  hagstone_calling_context context = hagstone_place_context(watch);
  uint32_t depth = depth_of(context);
  *goes_on = access_position(watch);
  while (depth > path_length || (depth && path[depth - 1] != context)) {
    *goes_on = call_position(context);
    context = caller_of(context);
    depth--;
  }
  return depth ? depth - 1 : 0;
}

/* The outermost loop from `innermost` outwards whose header was passed in the context after `time`, by `end`. */
static uint32_t outermost_passed(hagstone_calling_context context, uint32_t innermost, uint64_t time, uint64_t end) {
  uint32_t found = 0;
  for (uint32_t loop = innermost; loop; loop = parent_loop(loop))
    if (hagstone_loop_time_at(hagstone_loop_time(context, loop), end) > time) found = loop;
  return found;
}

static uint32_t record_of(enum hagstone_scope_kind kind, hagstone_calling_context context, uint32_t loop,
                          struct position position) {
  const struct hagstone_place_key key = {context, loop, kind};
  const uintptr_t known = (uintptr_t)hagstone_place_find(&records, &key);
  if (known || !hagstone_place_make_room(&records)) return (uint32_t)known;
  const struct hagstone_scope scope = {record_count + 1, kind, hagstone_context_record(context), position.module,
                                       position.offset};
  if (!hagstone_new_log_record(HAGSTONE_RECORD_SCOPE, &scope, sizeof scope)) return 0;
  hagstone_place_add(&records, &key, (void *)(uintptr_t)++record_count);
  return record_count;
}

uint32_t hagstone_scope_between_times(hagstone_place watch, uint64_t watch_time, hagstone_place trap, uint64_t trap_time) {
  const uint32_t length = path_to(hagstone_place_context(trap));
  if (length == 0) return 0;
  struct position watch_goes_on;
  const uint32_t last = last_common_frame(watch, length, &watch_goes_on);
  struct position position = access_position(trap);
  int known = loops_are_known_at(watch_goes_on);
  for (uint32_t i = 0; i <= last; i++) {
    position = i + 1 < length ? call_position(path[i + 1]) : access_position(trap);
    known &= loops_are_known_at(position);
    uint32_t innermost = loop_at(position);
    if (i == last) innermost = common_loop(innermost, loop_at(watch_goes_on));
    const uint32_t loop = outermost_passed(path[i], innermost, watch_time, trap_time);
    if (loop) {
      const struct position header = {position.module, hagstone_program_loops()->loops[loop - 1].header};
      return record_of(HAGSTONE_SCOPE_LOOP, path[i], loop, header);
    }
  }
  if (!known) return 0;
  /* A system call has no instruction that determines the function. */
  return record_of(HAGSTONE_SCOPE_FUNCTION, path[last], 0,
                   position.module == HAGSTONE_MODULE_SYSTEM_CALL ? watch_goes_on : position);
}

uint32_t hagstone_scope_between(hagstone_place watch, uint64_t watch_time, hagstone_place trap) {
  return hagstone_scope_between_times(watch, watch_time, trap, hagstone_clock);
}

void hagstone_forget_scopes(void) {
  hagstone_forget_places(&records);
  record_count = 0;
}
