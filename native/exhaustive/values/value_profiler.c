/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "value_profiler.h"

enum { THOUSANDTHS = 1000 };

void hagstone_value_profiler_start(struct hagstone_value_profiler *profiler,
                                   const struct hagstone_value_settings *settings) {
  *profiler = (struct hagstone_value_profiler){
      .differences = ~0ull,
      .due = settings->profile == HAGSTONE_VALUE_PROFILE_FULL ? HAGSTONE_NEVER_DUE : HAGSTONE_CONVERGENCE_INTERVAL,
  };
}

/* Executions that are in the table. */
static uint64_t profiled(const struct hagstone_value_profiler *profiler) {
  return profiler->run_start - profiler->passed_over;
}

/* At least one execution. */
static uint64_t pause_length(uint64_t executions, const struct hagstone_value_settings *settings,
                             struct hagstone_random *random) {
  uint64_t factor = settings->back_off;
  if (!settings->constant_back_off) factor = factor / 2 + hagstone_random_below(random, (uint64_t)settings->back_off + 1);
  const uint64_t length = executions / THOUSANDTHS * factor + executions % THOUSANDTHS * factor / THOUSANDTHS;
  return length ? length : 1;
}

static void test(struct hagstone_value_profiler *profiler, struct hagstone_top_values *table,
                 const struct hagstone_value_settings *settings, struct hagstone_random *random) {
  hagstone_enter_run(profiler, table, profiler->executions);
  const struct hagstone_invariance now = {hagstone_top_half_count(table), profiled(profiler)};
  const enum hagstone_convergence found = hagstone_test_convergence(settings->profile, profiler->tested, now);
  profiler->tested = now;
  profiler->tests[found]++;
  if (found != HAGSTONE_CONVERGED) {
    profiler->due += HAGSTONE_CONVERGENCE_INTERVAL;
    return;
  }
  profiler->differences = 0;
  profiler->due = profiler->executions + 1 + pause_length(profiler->executions, settings, random);
}

static void resume(struct hagstone_value_profiler *profiler, uint64_t value) {
  profiler->differences = ~0ull;
  profiler->retrying = 1;
  profiler->due = profiler->executions - 1 + HAGSTONE_CONVERGENCE_INTERVAL;
  profiler->passed_over += profiler->executions - 1 - profiler->run_start;
  profiler->run_start = profiler->executions - 1;
  profiler->last = value;
  profiler->run_counted = 0;
}

void hagstone_value_met(struct hagstone_value_profiler *profiler, struct hagstone_top_values *table,
                        const struct hagstone_value_settings *settings, struct hagstone_random *random,
                        uint64_t value) {
  if (!profiler->differences) {
    resume(profiler, value);
    return;
  }
  if (value != profiler->last) hagstone_value_changed(profiler, table, value);
  if (profiler->executions == profiler->due) test(profiler, table, settings, random);
}

void hagstone_value_profiler_interrupt(struct hagstone_value_profiler *profiler, struct hagstone_top_values *table) {
  if (profiler->differences) hagstone_enter_run(profiler, table, profiler->executions);
  profiler->last = 0;
  profiler->run_counted = 0;
}

void hagstone_value_profiler_report(const struct hagstone_value_profiler *profiler, struct hagstone_top_values *table,
                                    struct hagstone_value_table *record) {
  struct hagstone_value_profiler ended = *profiler;
  if (ended.differences) hagstone_enter_run(&ended, table, ended.executions);
  record->executions = ended.executions;
  record->profiled = profiled(&ended);
  record->repeats = record->profiled - ended.runs;
  record->zeros = ended.zeros;
  record->retried = ended.retried;
  record->converged = ended.tests[HAGSTONE_CONVERGED];
  record->increasing = ended.tests[HAGSTONE_INCREASING];
  record->decreasing = ended.tests[HAGSTONE_DECREASING];
}
