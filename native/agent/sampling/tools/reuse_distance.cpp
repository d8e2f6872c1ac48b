// SPDX-License-Identifier: MIT
// Reuse distance (RDX; metrics.md section 4): how far away the next access to the same location is. A location is
// `granularity` aligned bytes.
#include "base/clock.h"
#include "tool.h"

namespace hagstone {

namespace {

bool plan(SampledThread &thread, const Sample &sample, Watch &watch) {
  const SampledAccess &access = sample.access;
  const uint32_t granularity = thread.settings.granularity;
  const bool other = thread.settings.reuse_of_other || hagstone_reuse_waits_for_other_part(granularity, &thread.random);
  watch.part = hagstone_choose_reused_part(granularity, other, access.address, access.length, &thread.random);
  if (other) watch.pair_flags |= HAGSTONE_PAIR_OTHER_PART;
  const bool within_access = watch.part.address >= access.address &&
                             watch.part.address + watch.part.length <= access.address + access.length;
  if (access.pending && !within_access) {
    watch.part_after = watch.part;
    watch.part = hagstone_choose_watched_part(access.address, access.length, &thread.random);
  }
  return true;
}

// The profiler's own share is already subtracted from the time (Moment), but the cost of a trap varies: an immediate
// reuse measures up to an eighth of it. Shorter distances cannot be distinguished from an immediate one, and are not
// spread over small distances.
uint64_t distance(const SampledThread &thread, const Watch &watch, uint64_t time) {
  constexpr uint64_t steps_of_trap_cost = 8;
  const uint64_t resolution = thread.distance_clock ? 0 : thread.settings.trap_cost / steps_of_trap_cost;
  return time > watch.start + resolution ? time - watch.start : 1;
}

Judgement judge(SampledThread &thread, Watch &watch, const Trap &) {
  if (watch.distance_breaks != thread.distance_breaks) return Judgement::dropped(thread.distance_break_cause);
  return Judgement::of_pair(HAGSTONE_RELATION_REUSED_BY);
}

void record(SampledThread &thread, const Watch &watch, const JudgedTrap &judged) {
  hagstone_record *pair = thread.recorder->count_pair(judged.pair, judged.share);
  if (!pair) {
    thread.count(HAGSTONE_STATISTIC_dropped_no_context);
    return;
  }
  thread.count(HAGSTONE_STATISTIC_traps);
  const hagstone_reuse reuse = {clock_nanoseconds(CLOCK_MONOTONIC),
                                distance(thread, watch, judged.trap.moment.time),
                                counters_of<hagstone_pair>(pair)->id,
                                static_cast<float>(judged.share.credit),
                                watch.access.address,
                                watch.periods,
                                0};
  thread.recorder->log_trap(HAGSTONE_RECORD_REUSE, {&reuse, sizeof reuse}, thread.process->trap_log_left());
}

// Not reused for at least so long: right-censored.
void give_up(SampledThread &thread, const Watch &watch, GivenUp reason, uint64_t time) {
  const bool evicted = reason == GivenUp::evicted;
  if (watch.distance_breaks != thread.distance_breaks) {
    thread.count(thread.distance_break_cause);
    return;
  }
  if (evicted) thread.count(HAGSTONE_STATISTIC_censored_evicted);
  uint32_t flags = 0;
  if (evicted) flags |= HAGSTONE_CENSORED_EVICTED;
  if (reason == GivenUp::freed) flags |= HAGSTONE_CENSORED_FREED;
  if (watch.pair_flags & HAGSTONE_PAIR_OTHER_PART) flags |= HAGSTONE_CENSORED_OTHER_PART;
  const hagstone_censored censored = {clock_nanoseconds(CLOCK_MONOTONIC),
                                      distance(thread, watch, time),
                                      watch.context,
                                      flags,
                                      watch.access.address,
                                      watch.periods,
                                      0};
  thread.recorder->log_trap(HAGSTONE_RECORD_CENSORED, {&censored, sizeof censored}, thread.process->trap_log_left());
}

}  // namespace

const Tool reuse_distance = {
    .id = HAGSTONE_TOOL_REUSE_DISTANCE,
    .name = "reuse-distance",
    .wanted = WantedAccess::both,
    .watch_for = BreakOn::read_or_write,
    .judges_own_store = true,
    .plan = plan,
    .judge = judge,
    .record = record,
    .give_up = give_up,
};

}  // namespace hagstone
