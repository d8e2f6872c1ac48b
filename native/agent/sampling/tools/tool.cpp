// SPDX-License-Identifier: MIT
#include "tool.h"

#include "base/clock.h"
#include "base/text.h"

namespace hagstone {

namespace {

const Tool *const all_tools[] = {&dead_stores, &silent_stores, &redundant_loads, &reuse_distance, &false_sharing};

}  // namespace

const Tool *find_tool(const char *name, size_t length) {
  for (const Tool *tool : all_tools)
    if (text_length(tool->name) == length && text_starts_with(name, tool->name)) return tool;
  return nullptr;
}

bool watch_accessed_part(SampledThread &thread, const Sample &sample, Watch &watch) {
  watch.part = hagstone_choose_watched_part(sample.access.address, sample.access.length, &thread.random);
  return true;
}

void record_pair(SampledThread &thread, const Watch &, const JudgedTrap &judged) {
  hagstone_record *record = thread.recorder->count_pair(judged.pair, judged.share);
  if (!record) {
    thread.count(HAGSTONE_STATISTIC_dropped_no_context);
    return;
  }
  thread.count(HAGSTONE_STATISTIC_traps);
  hagstone_trap trap = {clock_nanoseconds(CLOCK_MONOTONIC), counters_of<hagstone_pair>(record)->id,
                        static_cast<float>(judged.share.credit)};
  thread.recorder->log_trap(HAGSTONE_RECORD_TRAP, {&trap, sizeof trap}, thread.process->trap_log_left());
}

void account_for_sample(const Watch &watch) {
  CounterUpdate update(watch.watch_context);
  counters_of<hagstone_watch_context>(watch.watch_context)->accounted += watch.periods;
}

}  // namespace hagstone
