// SPDX-License-Identifier: MIT
// False sharing (Feather, WITCH 6.3; metrics.md section 2): a thread publishes its sample, and watches the line of a
// sample that another thread has published. If it touches that line while the publication is fresh, and one of the two
// accesses is a store, the line has moved from core to core, or would have if the threads had not taken turns on one
// processor. No watchpoint is needed to know whether the sampled access itself touches the line.
#include "false_sharing.h"

#include "base/clock.h"
#include "line_part.h"
#include "sampling/clocks/process_pace.h"
#include "tool.h"

namespace hagstone {

namespace {

hagstone_publications published_accesses = {};

// Two of the tool's sampling intervals, in ns: an older publication says nothing about the current users of the line.
// All threads compare CLOCK_MONOTONIC.
uint64_t lifetime(const SampledThread &thread) {
  constexpr uint64_t intervals = 2;
  // Counted accesses have no period in ns; at a rate that is worth sampling one takes about so long.
  constexpr uint64_t counted_interval = 10'000'000;
  const SamplingSettings &settings = thread.settings;
  const bool clocked = settings.driver == HAGSTONE_DRIVER_CPU_TIME;
  // The same during the high initial rate: whether data counts as shared must not depend on the rate.
  const uint32_t steady = settings.pace ? settings.pace->steady_periods() : 1;
  const uint32_t periods = thread.weight / thread.phases;
  const uint64_t period = clocked ? settings.period * (periods < steady ? steady : periods) : counted_interval;
  return intervals * period * settings.tool_count;
}

uint64_t monotonic_time() { return clock_nanoseconds(CLOCK_MONOTONIC); }

// The clock starts with the machine, so it may show less than a lifetime.
uint64_t earliest_fresh(const SampledThread &thread, uint64_t now) {
  const uint64_t age = lifetime(thread);
  return now > age ? now - age : 0;
}

void publish(SampledThread &thread, const Sample &sample, uint64_t now) {
  const hagstone_published_access access = {now,
                                            sample.access.address,
                                            sample.access.length,
                                            sample.access.store,
                                            thread.index,
                                            thread.recorder->writer().index(),
                                            sample.context,
                                            thread.settings.processor()};
  if (hagstone_publish(&published_accesses, &access)) thread.count(HAGSTONE_STATISTIC_published);
}

// No line moves between their accesses, although one would if the threads ran at once.
bool takes_turns(const SampledThread &thread, const Watch &watch) {
  return is_same_processor(watch.processor, thread.settings.processor());
}

bool conflicts(const Watch &published, const SampledAccess &access) { return published.access.store || access.store; }

// The sampled access's own contact with the line counts immediately; if both only load, a store to the same part is the
// most likely successor, and gets a register first.
void plan_parts(const Sample &sample, const Watch &watch, unsigned registers, hagstone_random &random, LinePlan &plan) {
  const LineParts line = cut_line(watch.access.address, watch.access.length);
  LineParts others;
  for (unsigned i = 0; i < line.count; i++) {
    const LinePart &part = line.items[i];
    if (!hagstone_parts_overlap(sample.access.address, sample.access.length, part.part))
      others.items[others.count++] = part;
    else if (conflicts(watch, sample.access))
      (part.overlaps ? plan.met_own : plan.met_rest) += 1;
    else if (plan.watched.count < registers && plan.watched.count < ChosenParts::most)
      plan.watched.items[plan.watched.count++] = {part, 1};
  }
  if (plan.watched.count >= registers || plan.watched.count == ChosenParts::most) return;
  const ChosenParts chosen = choose_parts(others, registers - plan.watched.count, random);
  for (unsigned i = 0; i < chosen.count && plan.watched.count < ChosenParts::most; i++)
    plan.watched.items[plan.watched.count++] = chosen.items[i];
}

bool plan_line(SampledThread &thread, const Sample &sample, unsigned registers, Watch &watch, LinePlan &plan) {
  const uint64_t now = monotonic_time();
  publish(thread, sample, now);
  hagstone_published_access taken;
  const hagstone_publication_taker taker = {thread.index, thread.settings.processor()};
  if (!hagstone_take_publication(&published_accesses, &thread.publications, taker, earliest_fresh(thread, now),
                                 &thread.random, &taken))
    return false;
  watch.access = {};
  watch.access.address = taken.address;
  watch.access.length = taken.length;
  watch.access.load = !taken.stores;
  watch.access.store = taken.stores;
  watch.context = taken.context;
  watch.writer = taken.writer;
  watch.processor = taken.processor;
  watch.published = true;
  watch.start = taken.time;
  // Two loads share a line in peace: no trap for them.
  if (!taken.stores) watch.watch_for = BreakOn::write;
  if (takes_turns(thread, watch)) thread.count(HAGSTONE_STATISTIC_published_in_turns);
  plan_parts(sample, watch, registers, thread.random, plan);
  return true;
}

// Watch.start is the time of publication, by the clock of the publications.
bool too_old(const SampledThread &thread, const Watch &watch) { return monotonic_time() - watch.start > lifetime(thread); }

bool expired(SampledThread &thread, const Watch &watch, uint64_t) { return too_old(thread, watch); }

// The watch ends without a conflict: which statistic says so.
hagstone_statistic end_in_peace(const Watch &watch, hagstone_statistic because) {
  if (watch.spare || watch.decided) return HAGSTONE_STATISTIC_published_spare;
  account_for_sample(watch);
  return because;
}

void give_up(SampledThread &thread, const Watch &watch, GivenUp reason, uint64_t) {
  if (reason == GivenUp::expired)
    thread.count(end_in_peace(watch, HAGSTONE_STATISTIC_published_expired));
  else if (watch.spare)
    thread.count(HAGSTONE_STATISTIC_published_spare);
}

Judgement judge(SampledThread &thread, Watch &watch, const Trap &) {
  if (too_old(thread, watch)) return Judgement::dropped(end_in_peace(watch, HAGSTONE_STATISTIC_published_expired));
  return Judgement::of_pair(HAGSTONE_RELATION_SHARED_WITH);
}

void record(SampledThread &thread, const Watch &watch, const JudgedTrap &judged) {
  const uint64_t address = line_of(watch.access.address);
  const Module *module = judged.trap.moment.modules.find(address);
  const SharedLine line = {watch.writer, watch.access.store, judged.trap.instruction.stores,
                           module ? module->index : HAGSTONE_MODULE_UNKNOWN, module ? address - module->bias : address};
  hagstone_record *pair = thread.recorder->count_shared_pair(judged.pair, judged.share, line);
  if (!pair) {
    thread.count(HAGSTONE_STATISTIC_dropped_no_context);
    return;
  }
  thread.count(HAGSTONE_STATISTIC_traps);
  if (takes_turns(thread, watch)) thread.count(HAGSTONE_STATISTIC_shared_in_turns);
  const hagstone_trap trap = {monotonic_time(), counters_of<hagstone_pair>(pair)->id,
                              static_cast<float>(judged.share.credit)};
  thread.recorder->log_trap(HAGSTONE_RECORD_TRAP, {&trap, sizeof trap}, thread.process->trap_log_left());
}

}  // namespace

void forget_published_accesses() { published_accesses = {}; }

const Tool false_sharing = {
    .id = HAGSTONE_TOOL_FALSE_SHARING,
    .name = "false-sharing",
    .wanted = WantedAccess::both,
    .watch_for = BreakOn::read_or_write,
    .plan = nullptr,
    .plan_line = plan_line,
    .judge = judge,
    .record = record,
    .give_up = give_up,
    .expired = expired,
};

}  // namespace hagstone
