/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The streams of values that are profiled, interned by what gives them (struct hagstone_value_table: module, offset, role,
 * slot): the same code is translated several times. Each has a record in the recording. */
#ifndef HAGSTONE_VALUE_STREAMS_H
#define HAGSTONE_VALUE_STREAMS_H

#include "value_profiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins with a line of the processor's cache, as its table of values does, which stands behind it. */
struct hagstone_value_stream {
  struct hagstone_value_profiler profiler; /* first: translated code works on it */
  struct hagstone_value_table description; /* without counts */
  struct hagstone_value_table *record;     /* in the recording; null: not yet */
  struct hagstone_value_stream *reference; /* a full profile of the same values; null: none is wanted */
  struct hagstone_value_stream *next;      /* the one that was made before */
  uint64_t recorded;                       /* executions that the record is about */
};
enum {
  HAGSTONE_CACHE_LINE = 64,
  HAGSTONE_STREAM_BYTES =
      (sizeof(struct hagstone_value_stream) + HAGSTONE_CACHE_LINE - 1) / HAGSTONE_CACHE_LINE * HAGSTONE_CACHE_LINE
};

static inline struct hagstone_top_values *hagstone_table_of(struct hagstone_value_stream *stream) {
  return (struct hagstone_top_values *)((char *)stream + HAGSTONE_STREAM_BYTES);
}

/* Before any of the others; the settings stay as they are from then on. `reference`: a convergent profile has a full one
 * beside it. */
void hagstone_start_value_streams(const struct hagstone_value_settings *settings, int reference);

/* The stream that `description` says, with entry_count, flags, id and counts left out. Null: no memory. */
struct hagstone_value_stream *hagstone_value_stream(const struct hagstone_value_table *description);

/* Counts an execution with this value, for the reference as well. */
void hagstone_value_stream_add(struct hagstone_value_stream *stream, uint64_t value);

/* For translated code: hagstone_value_met and, in a full profile, hagstone_value_changed. */
void hagstone_value_stream_met(struct hagstone_value_stream *stream, uint64_t value);
void hagstone_value_stream_changed(struct hagstone_value_stream *stream, uint64_t value);

/* No run goes on from one measured window to the next. */
void hagstone_interrupt_value_streams(void);

/* Writes all tables that have values into the recording. */
void hagstone_record_value_streams(void);

/* In the child of a fork: nothing has been profiled or recorded yet. */
void hagstone_forget_value_streams(void);

#ifdef __cplusplus
}
#endif

#endif
