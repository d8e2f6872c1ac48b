/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "object_records.h"

#include "exhaustive/tables/place_table.h"
#include "common/raw_format.h"
#include "program_memory.h"

static struct hagstone_place_table records;
static uint32_t count;

/* A record's payload with its name. */
struct named_object {
  struct hagstone_object object;
  char name[HAGSTONE_LONGEST_SYMBOL_NAME];
};

static uint32_t fill_name(struct named_object *record, const char *name) {
  uint32_t length = 0;
  for (; name && name[length] && length < HAGSTONE_LONGEST_SYMBOL_NAME; length++) record->name[length] = name[length];
  return length;
}

static int write_record(const struct hagstone_data_object *object, uint32_t id) {
  static struct named_object record;
  const int is_static = object->kind == HAGSTONE_OBJECT_STATIC;
  record.object.id = id;
  record.object.kind = object->kind;
  record.object.context = object->context ? hagstone_context_record(object->context) : 0;
  record.object.module = is_static ? object->module : HAGSTONE_MODULE_UNKNOWN;
  record.object.offset = object->offset;
  record.object.bytes = object->bytes;
  record.object.name_length = fill_name(&record, object->name);
  return hagstone_new_log_record(HAGSTONE_RECORD_OBJECT, &record,
                                 (uint32_t)sizeof record.object + record.object.name_length);
}

static struct hagstone_object_record *new_record(const struct hagstone_data_object *object) {
  struct hagstone_object_record *record = hagstone_memory(sizeof *record);
  if (!record || !write_record(object, count + 1)) return 0;
  const struct hagstone_object_count fresh = {count + 1, HAGSTONE_TOOL_SPATIAL_LOADS, 0, 0, 0, 0, 0, 0};
  record->id = ++count;
  record->count = hagstone_new_counter(HAGSTONE_RECORD_OBJECT_COUNT, &fresh, sizeof fresh);
  return record->count ? record : 0;
}

const struct hagstone_object_record *hagstone_object_record(const struct hagstone_data_object *object) {
  const int is_static = object->kind == HAGSTONE_OBJECT_STATIC;
  const struct hagstone_place_key key = {object->kind, is_static ? object->module : object->context,
                                         is_static ? object->offset : 0};
  struct hagstone_object_record *record = hagstone_place_find(&records, &key);
  if (record) return record;
  if (hagstone_place_make_room(&records)) record = new_record(object);
  if (record)
    hagstone_place_add(&records, &key, record);
  else
    ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
  return record;
}

void hagstone_forget_object_records(void) {
  hagstone_forget_places(&records);
  count = 0;
}
