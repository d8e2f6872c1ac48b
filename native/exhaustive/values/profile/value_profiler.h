/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Profiles one stream of values (Calder, Feller and Eustace, Figure 1 and section 7; metrics.md section 8): full, or
 * convergent, where it pauses once its invariance has converged. It is called only when the value differs from the one
 * before or when it is due; executions are counted by the caller.
 *
 * The state of a stream is in four places, so that a processor's cache holds the data that most executions of very many
 * streams need: its run and, of convergent profiles, its pause side by side with those of its neighbours, one line of
 * the cache for most changes of the value, and the rest. */
#ifndef HAGSTONE_VALUE_PROFILER_H
#define HAGSTONE_VALUE_PROFILER_H

#include <stdint.h>

#include "common/random.h"
#include "convergence.h"
#include "top_values.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hagstone_value_settings {
  uint32_t table_size;                  /* 1 to HAGSTONE_MOST_TOP_VALUES */
  int clearing;                         /* 0: the bottom half of a table is never emptied */
  enum hagstone_value_profile profile;
  uint32_t back_off;                    /* pause as a multiple of the executions so far, in thousandths */
  int constant_back_off;                /* 0: random, uniform from a half to one and a half of back_off */
};

/* Translated code adds one to `executions`. In a full profile it then calls hagstone_value_changed when the value is not
 * `last`. In a convergent one it calls hagstone_value_met when the value XOR `last` has bits in `differences`, or when
 * `executions` is `due`. */
struct hagstone_value_run {
  uint64_t executions;
  uint64_t last; /* value of the run in progress; 0 before the first */
};
struct hagstone_value_pause {
  uint64_t differences; /* all bits while it profiles, none while it pauses */
  uint64_t due;
};

struct hagstone_value_runs {
  uint64_t start; /* the part of the run in progress that is not in the table yet began after this many executions */
  uint64_t count; /* of runs that have begun and are in the table */
  struct hagstone_top_values table;
};

struct hagstone_value_history {
  uint64_t zeros;       /* executions in the table whose value was 0 */
  uint64_t passed_over; /* executions before the start of the run in progress that are not in the table */
  uint64_t retried;     /* of those in the table: after a pause */
  uint64_t tests[3];    /* by enum hagstone_convergence */
  struct hagstone_invariance tested; /* at the last test */
  uint8_t run_counted;  /* the count of runs has the one in progress */
  uint8_t retrying;     /* has paused before */
};

struct hagstone_value_profiler {
  const struct hagstone_value_settings *settings;
  struct hagstone_value_run *run;
  struct hagstone_value_pause *pause; /* used in convergent profiles only */
  struct hagstone_value_runs *runs;   /* followed by the table's entries */
  struct hagstone_value_history *history;
};

static inline uint64_t hagstone_value_runs_size(uint32_t table_size) {
  return sizeof(struct hagstone_value_runs) + table_size * sizeof(struct hagstone_value_count);
}

/* Before the first execution. */
void hagstone_value_profiler_start(const struct hagstone_value_profiler *profiler);

/* In a convergent profile: the value of the execution that was counted last differs from the one before, or its number
 * was due. */
void hagstone_value_met(const struct hagstone_value_profiler *profiler, struct hagstone_random *random, uint64_t value);

/* In a full profile: the value of the execution that was counted last differs from the one before. */
static inline void hagstone_value_changed(const struct hagstone_value_profiler *profiler, uint64_t value) {
  struct hagstone_value_run *run = profiler->run;
  struct hagstone_value_runs *runs = profiler->runs;
  const uint64_t last = run->last, end = run->executions - 1, length = end - runs->start;
  run->last = value;
  if (!length) return;
  runs->start = end;
  runs->count++;
  if (!last) profiler->history->zeros += length;
  if (hagstone_top_values_only_replaces(&runs->table, last, length))
    hagstone_top_values_replace(&runs->table, last, length);
  else
    hagstone_top_values_enter(&runs->table, profiler->settings->table_size, last, length);
}

/* Counts an execution with this value, as translated code does. */
static inline void hagstone_profile_value(const struct hagstone_value_profiler *profiler, struct hagstone_random *random,
                                          uint64_t value) {
  struct hagstone_value_run *run = profiler->run;
  run->executions++;
  if (profiler->settings->profile == HAGSTONE_VALUE_PROFILE_FULL) {
    if (value != run->last) hagstone_value_changed(profiler, value);
  } else if (((value ^ run->last) & profiler->pause->differences) || run->executions == profiler->pause->due) {
    hagstone_value_met(profiler, random, value);
  }
}

/* The next value continues no run. */
void hagstone_value_profiler_interrupt(const struct hagstone_value_profiler *profiler);

/* Sets the counts of `record`, and the table's, as if the run in progress ended here. For copies of
 * `runs` and `history`, which are changed. */
void hagstone_value_profiler_report(const struct hagstone_value_profiler *profiler, struct hagstone_value_table *record);

#ifdef __cplusplus
}
#endif

#endif
