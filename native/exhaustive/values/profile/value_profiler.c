/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "value_profiler.h"

enum { THOUSANDTHS = 1000 };

static int is_full(const struct hagstone_value_profiler *profiler) {
  return profiler->settings->profile == HAGSTONE_VALUE_PROFILE_FULL;
}

void hagstone_value_profiler_start(const struct hagstone_value_profiler *profiler) {
  *profiler->run = (struct hagstone_value_run){0, 0};
  if (!is_full(profiler)) *profiler->pause = (struct hagstone_value_pause){~0ull, HAGSTONE_CONVERGENCE_INTERVAL};
  profiler->runs->start = profiler->runs->count = 0;
  hagstone_top_values_start(&profiler->runs->table, profiler->settings->table_size, profiler->settings->clearing);
  *profiler->history = (struct hagstone_value_history){.zeros = 0};
}

/* Executions that are in the table. */
static uint64_t profiled(const struct hagstone_value_profiler *profiler) {
  return profiler->runs->start - profiler->history->passed_over;
}

/* Enters the part of the run in progress that is not in the table yet, up to the execution number `end`. */
static void enter_run(const struct hagstone_value_profiler *profiler, uint64_t end) {
  struct hagstone_value_history *history = profiler->history;
  const uint64_t last = profiler->run->last, length = end - profiler->runs->start;
  profiler->runs->start = end;
  if (!length) return;
  profiler->runs->count += !history->run_counted;
  history->run_counted = 1;
  if (!last) history->zeros += length;
  if (history->retrying) history->retried += length;
  hagstone_top_values_enter(&profiler->runs->table, profiler->settings->table_size, last, length);
}

static void begin_run(const struct hagstone_value_profiler *profiler, uint64_t value) {
  profiler->run->last = value;
  profiler->history->run_counted = 0;
}

/* At least one execution. */
static uint64_t pause_length(uint64_t executions, const struct hagstone_value_settings *settings,
                             struct hagstone_random *random) {
  uint64_t factor = settings->back_off;
  if (!settings->constant_back_off) factor = factor / 2 + hagstone_random_below(random, (uint64_t)settings->back_off + 1);
  const uint64_t length = executions / THOUSANDTHS * factor + executions % THOUSANDTHS * factor / THOUSANDTHS;
  return length ? length : 1;
}

static void test(const struct hagstone_value_profiler *profiler, struct hagstone_random *random) {
  const struct hagstone_value_settings *settings = profiler->settings;
  const uint64_t executions = profiler->run->executions;
  enter_run(profiler, executions);
  const struct hagstone_invariance now = {hagstone_top_half_count(&profiler->runs->table, settings->table_size),
                                          profiled(profiler)};
  const enum hagstone_convergence found = hagstone_test_convergence(settings->profile, profiler->history->tested, now);
  profiler->history->tested = now;
  profiler->history->tests[found]++;
  if (found != HAGSTONE_CONVERGED) {
    profiler->pause->due += HAGSTONE_CONVERGENCE_INTERVAL;
    return;
  }
  profiler->pause->differences = 0;
  profiler->pause->due = executions + 1 + pause_length(executions, settings, random);
}

static void resume(const struct hagstone_value_profiler *profiler, uint64_t value) {
  const uint64_t before = profiler->run->executions - 1;
  *profiler->pause = (struct hagstone_value_pause){~0ull, before + HAGSTONE_CONVERGENCE_INTERVAL};
  profiler->history->retrying = 1;
  profiler->history->passed_over += before - profiler->runs->start;
  profiler->runs->start = before;
  begin_run(profiler, value);
}

void hagstone_value_met(const struct hagstone_value_profiler *profiler, struct hagstone_random *random, uint64_t value) {
  if (!profiler->pause->differences) {
    resume(profiler, value);
    return;
  }
  if (value != profiler->run->last) {
    enter_run(profiler, profiler->run->executions - 1);
    begin_run(profiler, value);
  }
  if (profiler->run->executions == profiler->pause->due) test(profiler, random);
}

static int pauses(const struct hagstone_value_profiler *profiler) {
  return !is_full(profiler) && !profiler->pause->differences;
}

void hagstone_value_profiler_interrupt(const struct hagstone_value_profiler *profiler) {
  if (!pauses(profiler)) enter_run(profiler, profiler->run->executions);
  begin_run(profiler, 0);
}

void hagstone_value_profiler_report(const struct hagstone_value_profiler *profiler, struct hagstone_value_table *record) {
  if (!pauses(profiler)) enter_run(profiler, profiler->run->executions);
  const struct hagstone_value_history *history = profiler->history;
  record->executions = profiler->run->executions;
  record->profiled = profiled(profiler);
  record->repeats = record->profiled - profiler->runs->count;
  record->zeros = history->zeros;
  record->retried = history->retried;
  record->converged = history->tests[HAGSTONE_CONVERGED];
  record->increasing = history->tests[HAGSTONE_INCREASING];
  record->decreasing = history->tests[HAGSTONE_DECREASING];
}
