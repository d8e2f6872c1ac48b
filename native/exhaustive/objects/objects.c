/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "objects.h"

#include "../shadow.h"
#include "common/raw_format.h"
#include "object_map.h"
#include "static_objects.h"
#include "program_memory.h"

enum { OBJECTS_AT_ONCE = 4096, MOST_CHUNKS = 1 << 16 };

/* By number, from 1, in chunks that stay where they are. */
static struct hagstone_data_object *chunks[MOST_CHUNKS];
static uint32_t object_count;
static uint32_t first_free; /* number of an object that is no more, 0: none */
static void (*tell_ended)(struct hagstone_data_object *object);

static struct hagstone_data_object *object_numbered(uint32_t number) {
  return &chunks[(number - 1) / OBJECTS_AT_ONCE][(number - 1) % OBJECTS_AT_ONCE];
}

/* 0: no memory. */
static uint32_t new_number(void) {
  if (first_free) {
    const uint32_t number = first_free;
    first_free = object_numbered(number)->next_free;
    return number;
  }
  const uint32_t chunk = object_count / OBJECTS_AT_ONCE;
  if (chunk == MOST_CHUNKS) return 0;
  if (!chunks[chunk]) chunks[chunk] = hagstone_memory(OBJECTS_AT_ONCE * sizeof **chunks);
  return chunks[chunk] ? ++object_count : 0;
}

static void end_object(uint32_t number) {
  struct hagstone_data_object *object = object_numbered(number);
  tell_ended(object);
  const struct hagstone_data_object nothing = {.next_free = first_free};
  *object = nothing;
  first_free = number;
}

const char *hagstone_start_objects(void (*ended)(struct hagstone_data_object *object)) {
  tell_ended = ended;
  return hagstone_start_object_map();
}

static int contains(const struct hagstone_data_object *object, uint64_t address) {
  return address - object->start < object->bytes;
}

static struct hagstone_data_object *in_layer(enum hagstone_object_layer layer, uint64_t address) {
  const uint32_t number = hagstone_mapped_object(layer, address);
  struct hagstone_data_object *object = number ? object_numbered(number) : 0;
  return object && contains(object, address) ? object : 0;
}

struct hagstone_data_object *hagstone_object_at(uint64_t address) {
  struct hagstone_data_object *object = in_layer(HAGSTONE_LAYER_HEAP, address);
  if (!object) object = hagstone_static_object_at(address);
  if (object) return object;
  object = in_layer(HAGSTONE_LAYER_MAPPINGS, address);
  /* A module's mapping by the dynamic linker is not one object, and a stack is none. */
  return object && !hagstone_is_in_module(address) && !hagstone_is_in_stack(address) ? object : 0;
}

static uint32_t block_starting_at(uint64_t address) {
  const uint32_t number = hagstone_mapped_object(HAGSTONE_LAYER_HEAP, address);
  return number && object_numbered(number)->start == address && object_numbered(number)->bytes ? number : 0;
}

/* The mapping that ends at `address`, which now has `bytes` more; 0 if there is none. */
static int grow_mapping(uint64_t address, uint64_t bytes) {
  const uint32_t number = hagstone_mapped_object(HAGSTONE_LAYER_MAPPINGS, address - 1);
  if (!number) return 0;
  struct hagstone_data_object *object = object_numbered(number);
  const uint64_t grown = address + bytes - object->start;
  if (object->bytes < grown) object->bytes = grown; /* else it had lost its end before */
  hagstone_map_object(HAGSTONE_LAYER_MAPPINGS, address, bytes, number);
  hagstone_static_objects_changed();
  return 1;
}

void hagstone_objects_begin(uint64_t address, uint64_t bytes, enum hagstone_memory_begin how,
                            hagstone_calling_context context) {
  const int is_heap = how == HAGSTONE_MEMORY_ALLOCATED;
  if (how == HAGSTONE_MEMORY_GROWN && grow_mapping(address, bytes)) return;
  const uint32_t known = is_heap ? block_starting_at(address) : 0;
  const uint32_t number = known || !bytes ? known : new_number();
  if (!number) return;
  const struct hagstone_data_object object = {.kind = is_heap ? HAGSTONE_OBJECT_HEAP : HAGSTONE_OBJECT_MAPPED,
                                              .context = context,
                                              .start = address,
                                              .bytes = bytes,
                                              .last = known ? object_numbered(known)->last : 0};
  *object_numbered(number) = object;
  hagstone_map_object(is_heap ? HAGSTONE_LAYER_HEAP : HAGSTONE_LAYER_MAPPINGS, address, bytes, number);
  if (!is_heap) hagstone_static_objects_changed();
}

/* Returns the number of the block that realloc made smaller, 0: none. */
static uint32_t end_block(uint64_t address, uint64_t bytes) {
  const uint32_t number = hagstone_mapped_object(HAGSTONE_LAYER_HEAP, address);
  struct hagstone_data_object *object = number ? object_numbered(number) : 0;
  if (object && object->start == address && object->bytes <= bytes) {
    end_object(number);
  } else if (object && contains(object, address)) {
    object->bytes = address - object->start;
    return number;
  }
  return 0;
}

static uint64_t unmapped_from, unmapped_bytes;

static void end_mapping(uint32_t number) {
  if (object_numbered(number)->start - unmapped_from < unmapped_bytes &&
      object_numbered(number)->bytes <= unmapped_bytes - (object_numbered(number)->start - unmapped_from))
    end_object(number);
}

void hagstone_objects_end(uint64_t address, uint64_t bytes, enum hagstone_memory_end how) {
  if (!bytes || how == HAGSTONE_MEMORY_EMPTIED) return;
  uint32_t smaller = 0;
  if (how == HAGSTONE_MEMORY_FREED) {
    smaller = end_block(address, bytes);
  } else {
    unmapped_from = address;
    unmapped_bytes = bytes;
    hagstone_visit_mappings(address, bytes, end_mapping);
    hagstone_map_object(HAGSTONE_LAYER_MAPPINGS, address, bytes, 0);
    hagstone_static_objects_changed();
  }
  hagstone_map_object(HAGSTONE_LAYER_HEAP, address, bytes, 0);
  /* Its last word may be one that ended in part. */
  if (smaller) hagstone_map_object(HAGSTONE_LAYER_HEAP, address - 1, 1, smaller);
}

void hagstone_objects_move(uint64_t from, uint64_t to, uint64_t bytes) {
  hagstone_objects_end(to, bytes, HAGSTONE_MEMORY_UNMAPPED);
  const struct hagstone_data_object *const moved = hagstone_object_at(from);
  const hagstone_calling_context context = moved ? moved->context : 0;
  const int is_mapping = moved && moved->kind == HAGSTONE_OBJECT_MAPPED;
  hagstone_objects_end(from, bytes, HAGSTONE_MEMORY_UNMAPPED);
  if (is_mapping) hagstone_objects_begin(to, bytes, HAGSTONE_MEMORY_MAPPED, context);
}
