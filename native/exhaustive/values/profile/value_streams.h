/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The streams of values that are profiled, interned by their source (struct hagstone_value_table: module, offset, role,
 * slot): the same code is translated several times. Numbered from 0 in the order of translation, so that those that are
 * executed together lie together. Each has a record in the recording. */
#ifndef HAGSTONE_VALUE_STREAMS_H
#define HAGSTONE_VALUE_STREAMS_H

#include "value_profiler.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HAGSTONE_MOST_VALUE_STREAMS = 1 << 23 };

/* Data of translated code, by number of the stream: in one piece of memory, so that it finds all of it from the
 * address of the first run. */
struct hagstone_hot_values {
  struct hagstone_value_run runs[HAGSTONE_MOST_VALUE_STREAMS];
  struct hagstone_value_pause pauses[HAGSTONE_MOST_VALUE_STREAMS];
};
extern struct hagstone_hot_values *hagstone_hot_values;

struct hagstone_value_stream {
  struct hagstone_value_table description; /* without counts */
  struct hagstone_value_history history;
  struct hagstone_value_table *record;     /* in the recording; null: not yet */
  struct hagstone_value_stream *reference; /* a full profile of the same values; null: none is wanted */
};

/* Before any of the others; the settings stay as they are from then on. `reference`: a convergent profile has a full one
 * beside it. Returns 0, or why not (one sentence with the remedy). */
const char *hagstone_start_value_streams(const struct hagstone_value_settings *settings, int reference);

/* The stream that `description` says, with entry_count, flags, id and counts left out. Null: no memory. */
struct hagstone_value_stream *hagstone_value_stream(const struct hagstone_value_table *description);

uint32_t hagstone_value_stream_number(const struct hagstone_value_stream *stream);
/* Whether hagstone_value_stream_changed is for it; else hagstone_value_stream_met is. */
int hagstone_is_full_profile(const struct hagstone_value_stream *stream);

/* Counts an execution with this value, for the reference as well. */
void hagstone_value_stream_add(struct hagstone_value_stream *stream, uint64_t value);

/* For translated code: hagstone_value_met and, in a full profile, hagstone_value_changed, by the stream's run. */
void hagstone_value_stream_met(struct hagstone_value_run *run, uint64_t value);
void hagstone_value_stream_changed(struct hagstone_value_run *run, uint64_t value);

/* No run continues from one measured window to the next. */
void hagstone_interrupt_value_streams(void);

/* Writes all tables that have values into the recording. */
void hagstone_record_value_streams(void);

/* In the child of a fork: nothing has been profiled or recorded yet. */
void hagstone_forget_value_streams(void);

#ifdef __cplusplus
}
#endif

#endif
