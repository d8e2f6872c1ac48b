/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "static_objects.h"

#include "exhaustive/tables/place_table.h"
#include "common/raw_format.h"
#include "program_memory.h"

enum { CACHE_BITS = 16 };

/* The object at the addresses from `first` up to `end`, since the last change. */
struct known_range {
  uint64_t first;
  uint64_t end;
  uint64_t generation;
  struct hagstone_data_object *object; /* null: none */
};

static struct known_range cache[1u << CACHE_BITS];
static uint64_t generation = 1;
static struct hagstone_place_table objects; /* by module and address in it */

void hagstone_static_objects_changed(void) { generation++; }

static const char *keep_name(const char *name) {
  uint64_t length = 0;
  while (name[length] && length < HAGSTONE_LONGEST_SYMBOL_NAME) length++;
  char *kept = hagstone_memory(length + 1);
  for (uint64_t i = 0; kept && i < length; i++) kept[i] = name[i];
  return kept;
}

static struct hagstone_data_object *object_of(const struct hagstone_static_symbol *symbol) {
  const struct hagstone_place_key key = {symbol->module, symbol->offset, 0};
  struct hagstone_data_object *object = hagstone_place_find(&objects, &key);
  if (object || !hagstone_place_make_room(&objects)) return object;
  object = hagstone_memory(sizeof *object);
  if (!object) return 0;
  object->kind = HAGSTONE_OBJECT_STATIC;
  object->module = symbol->module;
  object->start = symbol->start;
  object->bytes = symbol->bytes;
  object->offset = symbol->offset;
  object->name = keep_name(symbol->name);
  hagstone_place_add(&objects, &key, object);
  return object;
}

struct hagstone_data_object *hagstone_static_object_at(uint64_t address) {
  struct known_range *known = &cache[(address >> 3) * 0x9e3779b97f4a7c15ull >> (64 - CACHE_BITS)];
  if (known->generation == generation && address >= known->first && address < known->end) return known->object;
  struct hagstone_static_symbol symbol;
  const struct known_range none = {address, address + 1, generation, 0};
  *known = none;
  if (!hagstone_static_symbol_at(address, &symbol)) return 0;
  known->first = symbol.start;
  known->end = symbol.start + symbol.bytes;
  known->object = object_of(&symbol);
  return known->object;
}
