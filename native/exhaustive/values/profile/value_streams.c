/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "value_streams.h"

#include "exhaustive/tables/hash_table.h"
#include "exhaustive/measurement.h"
#include "common/compare.h"

/* Values below LEAST_ADDRESS are numbers, whatever is mapped there. */
enum { RANDOM_SEED = 1, CACHE_LINE = 64, LEAST_ADDRESS = 0x10000 };

struct hagstone_hot_values *hagstone_hot_values;
static char *runs;                             /* by number: struct hagstone_value_runs, from a cache line on */
static uint64_t runs_bytes;
static struct hagstone_value_stream *streams;  /* by number */
static uint64_t *recorded;                     /* by number: executions that the record is about */
static uint32_t stream_count;
static struct hagstone_hash_table numbers;     /* role, slot and module; offset: number of the stream + 1 */

static struct hagstone_value_settings settings;
static struct hagstone_value_settings reference_settings;
static int has_reference;
static struct hagstone_random generator;
static uint32_t record_count;
static uint64_t refused; /* streams that there was no memory for */

const char *hagstone_start_value_streams(const struct hagstone_value_settings *wanted, int reference) {
  settings = reference_settings = *wanted;
  reference_settings.profile = HAGSTONE_VALUE_PROFILE_FULL;
  has_reference = reference && wanted->profile != HAGSTONE_VALUE_PROFILE_FULL;
  hagstone_random_seed(&generator, RANDOM_SEED, 0);
  if (streams) return 0;
  runs_bytes = (hagstone_value_runs_size(settings.table_size) + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
  hagstone_hot_values = hagstone_table_memory(sizeof *hagstone_hot_values);
  runs = hagstone_table_memory(HAGSTONE_MOST_VALUE_STREAMS * runs_bytes);
  recorded = hagstone_table_memory(HAGSTONE_MOST_VALUE_STREAMS * sizeof *recorded);
  streams = hagstone_table_memory(HAGSTONE_MOST_VALUE_STREAMS * sizeof *streams);
  if (hagstone_hot_values && runs && recorded && streams) return 0;
  return "the kernel refuses address space for value tables; allow it with `ulimit -v unlimited` and "
         "vm.overcommit_memory 0 or 1";
}

uint32_t hagstone_value_stream_number(const struct hagstone_value_stream *stream) { return (uint32_t)(stream - streams); }

static const struct hagstone_value_settings *settings_of(const struct hagstone_value_stream *stream) {
  return stream->description.flags & HAGSTONE_VALUE_TABLE_REFERENCE ? &reference_settings : &settings;
}

int hagstone_is_full_profile(const struct hagstone_value_stream *stream) {
  return settings_of(stream)->profile == HAGSTONE_VALUE_PROFILE_FULL;
}

static struct hagstone_value_runs *runs_of(uint64_t number) {
  return (struct hagstone_value_runs *)(runs + number * runs_bytes);
}

static struct hagstone_value_profiler profiler_of(uint64_t number) {
  return (struct hagstone_value_profiler){
      .settings = settings_of(&streams[number]),
      .run = &hagstone_hot_values->runs[number],
      .pause = &hagstone_hot_values->pauses[number],
      .runs = runs_of(number),
      .history = &streams[number].history,
  };
}

static void begin(uint32_t number) {
  const struct hagstone_value_profiler profiler = profiler_of(number);
  streams[number].record = 0;
  recorded[number] = 0;
  hagstone_value_profiler_start(&profiler);
}

static struct hagstone_value_stream *make(const struct hagstone_value_table *description, uint8_t flags) {
  if (stream_count == HAGSTONE_MOST_VALUE_STREAMS) return 0;
  struct hagstone_value_stream *stream = &streams[stream_count];
  stream->description = *description;
  stream->description.flags = flags;
  stream->description.entry_count = (uint8_t)settings.table_size;
  begin(stream_count++);
  return stream;
}

struct hagstone_value_stream *hagstone_value_stream(const struct hagstone_value_table *description) {
  const uint64_t what = (uint64_t)description->module << 32 | (uint64_t)description->role << 16 | description->slot;
  uint64_t *known = hagstone_hash_add(&numbers, what, description->offset);
  if (known && !*known) {
    struct hagstone_value_stream *stream = make(description, 0);
    if (stream && has_reference) stream->reference = make(description, HAGSTONE_VALUE_TABLE_REFERENCE);
    if (stream) *known = hagstone_value_stream_number(stream) + 1;
  }
  if (!known || !*known) {
    refused++;
    return 0;
  }
  return &streams[*known - 1];
}

void hagstone_value_stream_met(struct hagstone_value_run *run, uint64_t value) {
  const struct hagstone_value_profiler profiler = profiler_of((uint64_t)(run - hagstone_hot_values->runs));
  hagstone_value_met(&profiler, &generator, value);
}

void hagstone_value_stream_changed(struct hagstone_value_run *run, uint64_t value) {
  const uint64_t number = (uint64_t)(run - hagstone_hot_values->runs);
  const struct hagstone_value_profiler profiler = {
      .settings = &settings, .run = run, .runs = runs_of(number), .history = &streams[number].history};
  hagstone_value_changed(&profiler, value);
}

void hagstone_value_stream_add(struct hagstone_value_stream *stream, uint64_t value) {
  for (; stream; stream = stream->reference) {
    const struct hagstone_value_profiler profiler = profiler_of(hagstone_value_stream_number(stream));
    hagstone_profile_value(&profiler, &generator, value);
  }
}

void hagstone_interrupt_value_streams(void) {
  for (uint32_t number = 0; number < stream_count; number++) {
    const struct hagstone_value_profiler profiler = profiler_of(number);
    hagstone_value_profiler_interrupt(&profiler);
  }
}

/* The stream's table, to be changed. */
static struct hagstone_value_runs *copy_of_runs(uint32_t number) {
  static union {
    struct hagstone_value_runs runs;
    char bytes[sizeof(struct hagstone_value_runs) + HAGSTONE_MOST_TOP_VALUES * sizeof(struct hagstone_value_count)];
  } copy;
  __builtin_memcpy(&copy, runs_of(number), hagstone_value_runs_size(settings.table_size));
  return &copy.runs;
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

static void tell_addresses(struct hagstone_value_table *written, const struct hagstone_value_count *entries) {
  uint8_t in_memory[sizeof written->in_memory] = {0};
  const uint32_t bits = 8 * sizeof in_memory, count = settings.table_size < bits ? settings.table_size : bits;
  if (written->bytes != sizeof(uint64_t) || written->element != HAGSTONE_ELEMENT_BYTES) return;
  for (uint32_t i = 0; i < count && entries[i].count; i++)
    if (entries[i].value >= LEAST_ADDRESS && hagstone_is_program_memory(entries[i].value))
      in_memory[i / 8] |= (uint8_t)(1u << i % 8);
  __builtin_memcpy(written->in_memory, in_memory, sizeof in_memory);
}

/* Returns 0 when there was no room. */
static int record(uint32_t number) {
  struct hagstone_value_profiler profiler = profiler_of(number);
  if (!has_record(&streams[number])) return 0;
  struct hagstone_value_history history = *profiler.history;
  profiler.history = &history;
  profiler.runs = copy_of_runs(number);
  struct hagstone_value_table *written = streams[number].record;
  struct hagstone_value_count *entries = (struct hagstone_value_count *)(written + 1);
  hagstone_value_profiler_report(&profiler, written);
  recorded[number] = profiler.run->executions;
  for (uint32_t i = 0; i < settings.table_size; i++) entries[i] = profiler.runs->table.entries[settings.table_size - 1 - i];
  tell_addresses(written, entries);
  return 1;
}

void hagstone_record_value_streams(void) {
  uint64_t dropped = refused;
  for (uint32_t number = 0; number < stream_count; number++)
    if (recorded[number] != hagstone_hot_values->runs[number].executions) dropped += !record(number);
  *hagstone_statistic(HAGSTONE_STATISTIC_dropped_values_full) = dropped;
}

void hagstone_forget_value_streams(void) {
  record_count = 0;
  hagstone_random_seed(&generator, RANDOM_SEED, 0);
  for (uint32_t number = 0; number < stream_count; number++) begin(number);
}
