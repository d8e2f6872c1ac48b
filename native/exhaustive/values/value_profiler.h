/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Profiles one stream of values (Calder, Feller and Eustace, Figure 1 and section 7; metrics.md section 8): full, or
 * convergent, where it pauses once its invariance has come to rest. It counts every execution, and is called only when
 * the value differs from the one before or when it is due. */
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

#define HAGSTONE_NEVER_DUE (~0ull)

struct hagstone_value_profiler {
  /* What most executions need, in one line of the processor's cache. Translated code adds one to `executions`, and calls
   * hagstone_value_met when the value XOR `last` has bits in `differences`, or when `executions` is `due`. In a full
   * profile it calls hagstone_value_changed when the value is not `last`. */
  uint64_t executions;
  uint64_t last;        /* value of the run in progress; 0 before the first */
  uint64_t differences; /* all bits while it profiles, none while it pauses */
  uint64_t due;         /* HAGSTONE_NEVER_DUE in a full profile */
  uint64_t run_start;   /* what of the run in progress is not in the table yet began after this many executions */
  uint64_t runs;        /* that have begun and are in the table */
  uint64_t zeros;       /* of those */
  uint8_t run_counted;  /* `runs` has the run in progress */
  uint8_t retrying;     /* has paused before */
  /* Of convergent profiles. */
  uint64_t passed_over; /* executions before run_start that are not in the table */
  uint64_t retried;     /* of those in the table */
  uint64_t tests[3];    /* by enum hagstone_convergence */
  struct hagstone_invariance tested; /* at the last test */
};

/* Before the first execution. */
void hagstone_value_profiler_start(struct hagstone_value_profiler *profiler,
                                   const struct hagstone_value_settings *settings);

/* The value of the execution that was counted last differs from the one before, or its number was due. */
void hagstone_value_met(struct hagstone_value_profiler *profiler, struct hagstone_top_values *table,
                        const struct hagstone_value_settings *settings, struct hagstone_random *random,
                        uint64_t value);

/* Enters what of the run in progress is not in the table yet, up to the execution number `end`. */
static inline void hagstone_enter_run(struct hagstone_value_profiler *profiler, struct hagstone_top_values *table,
                                      uint64_t end) {
  const uint64_t length = end - profiler->run_start;
  profiler->run_start = end;
  if (!length) return;
  profiler->runs += !profiler->run_counted;
  profiler->run_counted = 1;
  if (profiler->last == 0) profiler->zeros += length;
  if (profiler->retrying) profiler->retried += length;
  hagstone_top_values_add(table, profiler->last, length);
}

/* In a full profile: the value of the execution that was counted last differs from the one before. */
static inline void hagstone_value_changed(struct hagstone_value_profiler *profiler, struct hagstone_top_values *table,
                                          uint64_t value) {
  hagstone_enter_run(profiler, table, profiler->executions - 1);
  profiler->last = value;
  profiler->run_counted = 0;
}

/* Counts an execution with this value, as translated code does. */
static inline void hagstone_profile_value(struct hagstone_value_profiler *profiler, struct hagstone_top_values *table,
                                          const struct hagstone_value_settings *settings,
                                          struct hagstone_random *random, uint64_t value) {
  profiler->executions++;
  if (((value ^ profiler->last) & profiler->differences) || profiler->executions == profiler->due)
    hagstone_value_met(profiler, table, settings, random, value);
}

/* Whatever comes next continues no run. */
void hagstone_value_profiler_interrupt(struct hagstone_value_profiler *profiler, struct hagstone_top_values *table);

/* Puts the counts of `record` and of its entries to what they would be if the run in progress ended here. `table` is a
 * copy that is changed. */
void hagstone_value_profiler_report(const struct hagstone_value_profiler *profiler, struct hagstone_top_values *table,
                                    struct hagstone_value_table *record);

#ifdef __cplusplus
}
#endif

#endif
