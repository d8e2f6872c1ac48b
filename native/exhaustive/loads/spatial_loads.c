/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "spatial_loads.h"

#include "../objects/object_records.h"
#include "../objects/objects.h"
#include "exhaustive/pairs/pairs.h"
#include "common/compare.h"
#include "common/raw_format.h"
#include "repeated_value.h"

/* Programs load at most 512 bytes at once (state saves), the kernel any number. */
enum { FIRST_CAPACITY = 32, LOADS_AT_ONCE = 1024 };

/* The last load of one thread from one object. */
struct last_load {
  struct last_load *next; /* of another thread from this object; or in `unused` */
  uint64_t window;        /* in which it was */
  hagstone_place place;
  uint32_t thread;
  uint32_t bytes;
  uint32_t capacity;
  uint8_t *value;
  uint8_t first_value[FIRST_CAPACITY]; /* holds `value` until a longer one comes */
};

static struct hagstone_pair_table pairs = {
    .tool = HAGSTONE_TOOL_SPATIAL_LOADS, .relation = HAGSTONE_RELATION_REDUNDANT_WITH, .approximates = 1};
static struct last_load *unused;
static uint64_t window = 1;

static int no_memory(void) {
  ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
  return 0;
}

static struct last_load *new_load(void) {
  if (!unused) {
    struct last_load *loads = hagstone_memory(LOADS_AT_ONCE * sizeof *loads);
    for (uint32_t i = 0; loads && i < LOADS_AT_ONCE; i++) {
      loads[i].value = loads[i].first_value;
      loads[i].capacity = FIRST_CAPACITY;
      loads[i].next = unused;
      unused = &loads[i];
    }
  }
  struct last_load *load = unused;
  if (load) unused = load->next;
  return load;
}

static void object_ended(struct hagstone_data_object *object) {
  for (struct last_load *load = object->last; load;) {
    struct last_load *next = load->next;
    load->next = unused;
    unused = load;
    load = next;
  }
  object->last = 0;
}

/* Null: no memory. */
static struct last_load *last_load_of(struct hagstone_data_object *object, uint32_t thread) {
  for (struct last_load *load = object->last; load; load = load->next)
    if (load->thread == thread) return load;
  struct last_load *load = new_load();
  if (!load) return 0;
  load->thread = thread;
  load->window = 0;
  load->next = object->last;
  object->last = load;
  return load;
}

static int make_room(struct last_load *load, uint32_t bytes) {
  if (bytes <= load->capacity) return 1;
  uint8_t *larger = hagstone_memory(bytes);
  if (!larger) return 0;
  if (load->value != load->first_value) hagstone_give_back(load->value, load->capacity);
  load->value = larger;
  load->capacity = bytes;
  return 1;
}

static void keep(struct last_load *load, const struct hagstone_access *access, hagstone_place place) {
  const uint8_t *value = (const uint8_t *)(uintptr_t)access->address;
  load->window = make_room(load, access->bytes) ? window : (uint64_t)no_memory();
  if (!load->window) return;
  load->place = place;
  load->bytes = access->bytes;
  for (uint32_t i = 0; i < access->bytes; i++) load->value[i] = value[i];
}

static int repeats(const struct last_load *load, const struct hagstone_access *access) {
  return load->window == window && load->bytes == access->bytes &&
         hagstone_value_repeats(access->site->element, load->value, (const uint8_t *)(uintptr_t)access->address,
                                access->bytes, hagstone_tolerance());
}

static void count_pair(hagstone_place watch, hagstone_place trap, uint32_t object, uint32_t bytes) {
  const struct hagstone_pair_key key = {watch, trap, 0, object};
  struct hagstone_exact_pair *pair = hagstone_find_pair(&pairs, &key);
  if (!pair) pair = hagstone_add_pair(&pairs, &key, 0);
  if (!pair) return;
  hagstone_count_in_pair(pair, 1, bytes);
}

static void count_redundant(struct hagstone_object_count *count, const struct hagstone_access *access) {
  const int approximate = access->site->element != HAGSTONE_ELEMENT_BYTES;
  *(approximate ? &count->approximate_instances : &count->redundant_instances) += 1;
  *(approximate ? &count->approximate_bytes : &count->redundant_bytes) += access->bytes;
}

static void access(const struct hagstone_access *access) {
  if (access->site->kind != HAGSTONE_LOAD || access->bytes == 0) return;
  struct hagstone_data_object *object = hagstone_object_at(access->address);
  if (!object) return;
  const struct hagstone_object_record *record = hagstone_object_record(object);
  struct last_load *last = last_load_of(object, access->thread);
  if (!record || !last) {
    if (record) no_memory();
    return;
  }
  const hagstone_place place = hagstone_place_of(access->context, access->site->id);
  record->count->instances++;
  record->count->bytes += access->bytes;
  if (repeats(last, access)) {
    count_redundant(record->count, access);
    count_pair(last->place, place, record->id, access->bytes);
  }
  keep(last, access, place);
}

static const char *start(void) { return hagstone_start_objects(object_ended); }

static void window_begins(void) { window++; }

static void after_fork(void) {
  window++;
  hagstone_forget_pairs(&pairs);
  hagstone_forget_object_records();
}

const struct hagstone_measurement hagstone_spatial_loads = {
    .name = "spatial loads",
    .tool = HAGSTONE_TOOL_SPATIAL_LOADS,
    .kinds = HAGSTONE_LOAD,
    .start = start,
    .access = access,
    .kernel_access = access,
    .memory_begins = hagstone_objects_begin,
    .memory_ends = hagstone_objects_end,
    .memory_moves = hagstone_objects_move,
    .window_begins = window_begins,
    .after_fork = after_fork,
};
