/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "value_streams.h"

#include "../engine_memory.h"
#include "../hash_table.h"
#include "../measurement.h"

enum { RANDOM_SEED = 1 };

static struct hagstone_value_settings settings;
static struct hagstone_value_settings reference_settings;
static int has_reference;
static struct hagstone_random generator;
static struct hagstone_hash_table streams; /* role, slot and module; offset: struct hagstone_value_stream */
static struct hagstone_value_stream *latest;
static uint32_t record_count;
static uint64_t refused; /* streams that there was no memory for */

void hagstone_start_value_streams(const struct hagstone_value_settings *wanted, int reference) {
  settings = reference_settings = *wanted;
  reference_settings.profile = HAGSTONE_VALUE_PROFILE_FULL;
  has_reference = reference && wanted->profile != HAGSTONE_VALUE_PROFILE_FULL;
  hagstone_random_seed(&generator, RANDOM_SEED, 0);
}

static const struct hagstone_value_settings *settings_of(const struct hagstone_value_stream *stream) {
  return stream->description.flags & HAGSTONE_VALUE_TABLE_REFERENCE ? &reference_settings : &settings;
}

static void begin(struct hagstone_value_stream *stream) {
  stream->record = 0;
  stream->recorded = 0;
  hagstone_value_profiler_start(&stream->profiler, settings_of(stream));
  hagstone_top_values_start(hagstone_table_of(stream), settings.table_size, settings.clearing);
}

static struct hagstone_value_stream *stream_memory(void) {
  const uint64_t bytes = HAGSTONE_STREAM_BYTES + hagstone_top_values_size(settings.table_size);
  const uint64_t memory = (uint64_t)hagstone_lasting_memory(bytes + HAGSTONE_CACHE_LINE - 1);
  return (struct hagstone_value_stream *)((memory + HAGSTONE_CACHE_LINE - 1) & ~(uint64_t)(HAGSTONE_CACHE_LINE - 1));
}

static struct hagstone_value_stream *make(const struct hagstone_value_table *description, uint8_t flags) {
  struct hagstone_value_stream *stream = stream_memory();
  if (!stream) return 0;
  stream->description = *description;
  stream->description.flags = flags;
  stream->description.entry_count = (uint8_t)settings.table_size;
  begin(stream);
  stream->next = latest;
  latest = stream;
  return stream;
}

struct hagstone_value_stream *hagstone_value_stream(const struct hagstone_value_table *description) {
  const uint64_t what =
      (uint64_t)description->module << 32 | (uint64_t)description->role << 16 | description->slot;
  uint64_t *known = hagstone_hash_add(&streams, what, description->offset);
  if (known && !*known) {
    struct hagstone_value_stream *stream = make(description, 0);
    if (stream && has_reference) stream->reference = make(description, HAGSTONE_VALUE_TABLE_REFERENCE);
    *known = (uint64_t)stream;
  }
  if (!known || !*known) {
    refused++;
    return 0;
  }
  return (struct hagstone_value_stream *)*known;
}

void hagstone_value_stream_met(struct hagstone_value_stream *stream, uint64_t value) {
  hagstone_value_met(&stream->profiler, hagstone_table_of(stream), settings_of(stream), &generator, value);
}

void hagstone_value_stream_changed(struct hagstone_value_stream *stream, uint64_t value) {
  hagstone_value_changed(&stream->profiler, hagstone_table_of(stream), value);
}

void hagstone_value_stream_add(struct hagstone_value_stream *stream, uint64_t value) {
  for (; stream; stream = stream->reference)
    hagstone_profile_value(&stream->profiler, hagstone_table_of(stream), settings_of(stream), &generator, value);
}

void hagstone_interrupt_value_streams(void) {
  for (struct hagstone_value_stream *stream = latest; stream; stream = stream->next)
    hagstone_value_profiler_interrupt(&stream->profiler, hagstone_table_of(stream));
}

/* A table of the largest size, to be changed. */
static struct hagstone_top_values *copy_of(const struct hagstone_top_values *table) {
  static union {
    struct hagstone_top_values table;
    char bytes[sizeof(struct hagstone_top_values) +
               HAGSTONE_MOST_TOP_VALUES * sizeof(struct hagstone_value_count)];
  } copy;
  __builtin_memcpy(&copy, table, sizeof *table + table->used * sizeof *table->entries);
  return &copy.table;
}

static int has_record(struct hagstone_value_stream *stream) {
  static union {
    struct hagstone_value_table record;
    char bytes[sizeof(struct hagstone_value_table) + HAGSTONE_MOST_TOP_VALUES * sizeof(struct hagstone_value_count)];
  } empty;
  if (stream->record) return 1;
  empty.record = stream->description;
  empty.record.id = record_count + 1;
  stream->record =
      hagstone_new_counter(HAGSTONE_RECORD_VALUE_TABLE, &empty,
                           (uint32_t)(sizeof empty.record + settings.table_size * sizeof(struct hagstone_value_count)));
  if (!stream->record) return 0;
  record_count++;
  return 1;
}

/* Returns 0 when there was no room. */
static int record(struct hagstone_value_stream *stream) {
  if (stream->recorded == stream->profiler.executions) return 1;
  if (!has_record(stream)) return 0;
  struct hagstone_top_values *table = copy_of(hagstone_table_of(stream));
  struct hagstone_value_table *written = stream->record;
  struct hagstone_value_count *entries = (struct hagstone_value_count *)(written + 1);
  hagstone_value_profiler_report(&stream->profiler, table, written);
  stream->recorded = stream->profiler.executions;
  for (uint32_t i = 0; i < table->capacity; i++)
    entries[i] = i < table->used ? table->entries[i] : (struct hagstone_value_count){0, 0};
  return 1;
}

void hagstone_record_value_streams(void) {
  uint64_t dropped = refused;
  for (struct hagstone_value_stream *stream = latest; stream; stream = stream->next) dropped += !record(stream);
  *hagstone_statistic(HAGSTONE_STATISTIC_dropped_values_full) = dropped;
}

void hagstone_forget_value_streams(void) {
  record_count = 0;
  hagstone_random_seed(&generator, RANDOM_SEED, 0);
  for (struct hagstone_value_stream *stream = latest; stream; stream = stream->next) begin(stream);
}
