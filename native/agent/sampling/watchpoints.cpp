// SPDX-License-Identifier: MIT
#include "sampling/watchpoints.h"

#include "common/attribution.h"
#include "common/judgement.h"
#include "sampling/tools/value_tools.h"

namespace hagstone {

namespace {

// Reach of the widest vector access: watched places further apart are never touched by one instruction.
constexpr uint64_t neighbourhood = 64;

// Whether a register that breaks on `on` traps for an instruction that does this to its bytes.
bool traps(BreakOn on, bool loads, bool stores) { return on == BreakOn::write ? stores : loads || stores; }

}  // namespace

// The instruction that has just run; its calling context is found on first use.
class Watchpoints::LaterAccess {
 public:
  LaterAccess(SampledThread &thread, const TrapInstruction &instruction, const Moment &moment)
      : moment(moment), instruction(instruction), thread_(thread) {}

  ContextId context() {
    if (!sought_) {
      uint32_t flags = instruction.certainty == TrapCertainty::after ? HAGSTONE_CONTEXT_AFTER : 0;
      context_ = thread_.context_of({instruction.instruction, flags, AccessMoment::after}, moment);
      sought_ = true;
    }
    return context_;
  }

  const Moment &moment;
  const TrapInstruction &instruction;

 private:
  SampledThread &thread_;
  bool sought_ = false;
  ContextId context_ = no_context;
};

void Watchpoints::open(SampledThread &thread, DebugRegisters &registers, unsigned count) {
  thread_ = &thread;
  registers_ = &registers;
  count_ = count;
  hagstone_reservoir_initialize(&reservoir_, thread.settings.reservoir, count);
  places_ = armed_memory.claim();
}

void Watchpoints::close() {
  if (places_) armed_memory.give_back(places_);
  places_ = nullptr;
}

// The memory that must end completely for the watch to end with it: for a reuse its location, as in the exhaustive
// engine.
AddressRange Watchpoints::memory_of(const Watch &watch) const {
  if (watch.tool->id != HAGSTONE_TOOL_REUSE_DISTANCE) return {watch.part.address, watch.part.address + watch.part.length};
  const uint64_t granularity = thread_->settings.granularity;
  const uint64_t start = watch.part.address / granularity * granularity;
  return {start, start + granularity};
}

void Watchpoints::wait_for_memory(unsigned slot) {
  if (!places_) return;
  const AddressRange memory = memory_of(watches_[slot]);
  watches_[slot].memory_generation = armed_memory.arm(places_->places[slot], memory.start, memory.end - memory.start);
}

bool Watchpoints::has_ended(unsigned slot) const {
  return places_ && watches_[slot].armed && ArmedMemory::has_ended(places_->places[slot], watches_[slot].memory_generation);
}

// The next owner of the memory does not read or overwrite the old content. Such an end is an outcome like a trap's, in
// neither waste nor use, and represents its share of the context's samples (metrics.md); otherwise the other traps of
// the context would represent them.
void Watchpoints::end_freed(uint64_t time) {
  for (unsigned slot = 0; slot < count_; slot++) {
    if (!has_ended(slot)) continue;
    const Watch &watch = watches_[slot];
    if (!watch.spare) thread_->count(HAGSTONE_STATISTIC_freed);
    if (watch.published) {
      give_up(slot, GivenUp::expired, time);
      continue;
    }
    const Watch ended = watch;
    const End end = {0, live_periods(*ended.tool, ended.context), hagstone_reservoir_inclusion(&reservoir_, slot)};
    give_up(slot, GivenUp::freed, time);
    attributed_credit(ended, end);
  }
}

bool Watchpoints::watched_already(const hagstone_watched_part &part) const {
  for (unsigned i = 0; i < count_; i++)
    if (watches_[i].armed && hagstone_parts_overlap(part.address, part.length, watches_[i].part)) return true;
  return false;
}

uint64_t Watchpoints::live_periods(const Tool &tool, ContextId context) const {
  uint64_t live = 0;
  for (unsigned i = 0; i < count_; i++)
    if (watches_[i].armed && watches_[i].tool == &tool && !watches_[i].published && watches_[i].context == context)
      live += watches_[i].periods;
  return live;
}

bool Watchpoints::forbidden(const hagstone_watched_part &part) const {
  return part.length && thread_->memory.forbids(part.address, part.length);
}

void Watchpoints::offer(const Tool &tool, const Sample &sample) {
  Watch watch = {};
  watch.tool = &tool;
  watch.access = sample.access;
  watch.context = sample.context;
  watch.writer = thread_->recorder->writer().index();
  watch.watch_for = tool.watch_for;
  watch.watch_context = sample.watch_context;
  watch.periods = thread_->weight;
  watch.start = sample.moment.time;
  watch.distance_breaks = thread_->distance_breaks;
  if (tool.plan_line) return offer_line(sample, watch);
  if (!tool.plan(*thread_, sample, watch) || !may_watch(watch)) return;
  watch.pending = sample.access.pending &&
                  hagstone_parts_overlap(sample.access.address, sample.access.length, watch.part) &&
                  traps(watch.watch_for, sample.access.load, sample.access.store);
  const bool value_comes_later = watch.pending && sample.access.store;
  if (tool.keeps_value && !value_comes_later) {
    watch.value = watch.last_seen = value_of(*thread_, watch);
    if (!watch.value.length) {
      thread_->count(HAGSTONE_STATISTIC_dropped_value_unreadable);
      return;
    }
  }
  take_register(watch, sample.moment.time);
}

// Whether a register may be requested; if not, the reason is counted.
bool Watchpoints::may_watch(const Watch &watch) {
  if (forbidden(watch.part) || forbidden(watch.part_after)) {
    thread_->count(HAGSTONE_STATISTIC_dropped_address_forbidden);
    return false;
  }
  if (watched_already(watch.part)) {
    thread_->count(HAGSTONE_STATISTIC_dropped_overlap);
    return false;
  }
  return true;
}

void Watchpoints::take_register(const Watch &watch, uint64_t time) {
  if (!make_way(watch, time) && watch.spare) return;
  int slot = choose_slot();
  if (slot < 0) {
    thread_->count(HAGSTONE_STATISTIC_not_chosen);
    return;
  }
  if (watches_[slot].armed) {
    thread_->count(HAGSTONE_STATISTIC_replaced);
    if (watches_[slot].tool->give_up) watches_[slot].tool->give_up(*thread_, watches_[slot], GivenUp::evicted, time);
  }
  arm(static_cast<unsigned>(slot), watch);
}

// Another thread's access: as many parts of its line as registers are free.
void Watchpoints::offer_line(const Sample &sample, Watch &watch) {
  LinePlan plan = {};
  const unsigned free = free_registers();
  if (!watch.tool->plan_line(*thread_, sample, free ? free : 1, watch, plan)) return;
  watch.group = ++groups_;
  const bool met = plan.met_own + plan.met_rest > 0;
  if (met) {
    account_for_sample(watch);
    if (plan.met_own > 0) record_met(watch, sample, plan.met_own, true);
    if (plan.met_rest > 0) record_met(watch, sample, plan.met_rest, false);
  }
  watch.decided = watch.spare = met;
  for (unsigned i = 0; i < plan.watched.count; i++) {
    const ChosenPart &chosen = plan.watched.items[i];
    watch.part = chosen.part.part;
    watch.pair_flags = chosen.part.overlaps ? HAGSTONE_PAIR_OVERLAP : 0;
    watch.weight = chosen.weight;
    if (!may_watch(watch)) continue;
    take_register(watch, sample.moment.time);
    watch.spare = true;
  }
}

unsigned Watchpoints::free_registers() const {
  unsigned free = 0;
  for (unsigned slot = 0; slot < count_; slot++) free += !watches_[slot].armed || watches_[slot].spare;
  return free;
}

// Whether a register is empty now. Spare watches of other samples are released for `watch`.
bool Watchpoints::make_way(const Watch &watch, uint64_t time) {
  int found = -1;
  for (unsigned slot = 0; slot < count_; slot++) {
    if (!watches_[slot].armed) return true;
    if (watches_[slot].spare && watches_[slot].group != watch.group) found = static_cast<int>(slot);
  }
  if (found < 0) return false;
  Watch &spare = watches_[found];
  spare.tool->give_up(*thread_, spare, GivenUp::evicted, time);
  // The register moves directly, without being disarmed first.
  spare.armed = false;
  hagstone_reservoir_release(&reservoir_, static_cast<uint32_t>(found));
  return true;
}

int Watchpoints::choose_slot() {
  hagstone_blind_spot before = reservoir_.blind_spot;
  int slot = hagstone_reservoir_offer(&reservoir_, &thread_->random);
  thread_->count(HAGSTONE_STATISTIC_blind_runs, reservoir_.blind_spot.runs - before.runs);
  thread_->count(HAGSTONE_STATISTIC_blind_samples, reservoir_.blind_spot.samples - before.samples);
  uint64_t &longest = thread_->recorder->statistic(HAGSTONE_STATISTIC_blind_longest);
  if (reservoir_.blind_spot.longest > longest) longest = reservoir_.blind_spot.longest;
  return slot;
}

void Watchpoints::arm(unsigned slot, const Watch &planned) {
  Watch &watch = watches_[slot];
  watch = planned;
  watch.armed = true;
  watch.generation = ++generation_;
  const Breakpoint breakpoint = {watch.watch_for, watch.part.address, watch.part.length};
  if (registers_->arm(slot, breakpoint, watch.generation) < 0) {
    thread_->count(HAGSTONE_STATISTIC_dropped_arm_failed);
    thread_->process->end_if_confined();
    watch.armed = false;
    hagstone_reservoir_release(&reservoir_, slot);
    return;
  }
  if constexpr (logs_samples) log_armed(thread_->index, slot, watch.part);
  thread_->own_memory.stack().set_watched(slot, watch.part.address, watch.part.length);
  wait_for_memory(slot);
  if (!watch.spare) thread_->count(HAGSTONE_STATISTIC_armed);
  if (watch.published) thread_->count(HAGSTONE_STATISTIC_published_watched);
  if (watch.spare) return;
  CounterUpdate update(watch.watch_context);
  counters_of<hagstone_watch_context>(watch.watch_context)->armed++;
}

void Watchpoints::disarm(unsigned slot) {
  registers_->disarm(slot);
  thread_->own_memory.stack().clear_watched(slot);
  watches_[slot].armed = false;
  if (places_) armed_memory.disarm(places_->places[slot]);
  hagstone_reservoir_release(&reservoir_, slot);
}

void Watchpoints::on_trap(const TrapEvent &event, const Moment &moment) {
  const unsigned slot = event.slot;
  if constexpr (logs_samples) log_trap(thread_->index, slot, moment.registers.instruction);
  if (slot < count_ && has_ended(slot)) return end_freed(moment.time);
  end_freed(moment.time);
  const bool current = slot < count_ && watches_[slot].armed &&
                       (!event.generation || event.generation == watches_[slot].generation);
  if (!current) {
    thread_->count(HAGSTONE_STATISTIC_dropped_stale_trap);
    return;
  }
  if (event.late) {
    thread_->count(HAGSTONE_STATISTIC_dropped_blocked_trap);
    disarm(slot);
    return;
  }
  const hagstone_watched_part part = watches_[slot].part;
  if (watches_[slot].pending && !watches_[slot].access.is_just_made(moment.registers)) {
    thread_->count(HAGSTONE_STATISTIC_dropped_walk_lost);
    disarm(slot);
    return;
  }
  const bool own = watches_[slot].pending && !stores_itself(slot, moment);
  const bool neighbour = has_neighbour(slot, moment);
  if (own) {
    swallow_own_trap(slot, moment);
    if (!neighbour) return;
  }
  TrapInstruction instruction = find_trap_instruction(moment.registers, part.address, part.length, moment.modules,
                                                      thread_->own_memory.reader(), trap_instructions_);
  const bool known = instruction.certainty != TrapCertainty::unknown &&
                     (own || traps(watches_[slot].watch_for, instruction.loads, instruction.stores));
  if (!known) {
    if (own) return;
    thread_->count(HAGSTONE_STATISTIC_dropped_imprecise);
    disarm(slot);
    return;
  }
  if (!own && thread_->memory.forbids(instruction.instruction, 1)) return keep_for_own_code(slot, moment.time);
  LaterAccess access(*thread_, instruction, moment);
  if (neighbour) take_simultaneous_traps(slot, access);
  if (!own) take_trap(slot, instruction, access);
}

// Whether the pending access of `slot` was the load of a read-modify-write whose store counts; then it is not pending any
// more.
bool Watchpoints::stores_itself(unsigned slot, const Moment &moment) {
  Watch &watch = watches_[slot];
  if (!watch.tool->judges_own_store || !watch.access.load || watch.pair_flags & HAGSTONE_PAIR_OTHER_PART) return false;
  const TrapInstruction instruction = find_trap_instruction(moment.registers, watch.part.address, watch.part.length,
                                                            moment.modules, thread_->own_memory.reader(),
                                                            trap_instructions_);
  if (!instruction.loads || !instruction.stores || instruction.instruction != watch.access.instruction) return false;
  watch.pending = false;
  watch.start = moment.time;
  watch.distance_breaks = thread_->distance_breaks;
  return true;
}

void Watchpoints::swallow_own_trap(unsigned slot, const Moment &moment) {
  Watch &watch = watches_[slot];
  thread_->count(HAGSTONE_STATISTIC_own_traps);
  watch.pending = false;
  watch.start = moment.time;
  watch.distance_breaks = thread_->distance_breaks;
  if (watch.part_after.length) move_on(slot);
  if (!watch.tool->keeps_value) return;
  watch.last_seen = value_of(*thread_, watch);
  if (watch.access.store) watch.value = watch.last_seen;
  if (watch.value.length) return;
  thread_->count(HAGSTONE_STATISTIC_dropped_value_unreadable);
  disarm(slot);
}

void Watchpoints::move_on(unsigned slot) {
  Watch &watch = watches_[slot];
  watch.part = watch.part_after;
  watch.part_after = {};
  watch.generation = ++generation_;
  const Breakpoint breakpoint = {watch.watch_for, watch.part.address, watch.part.length};
  if (registers_->arm(slot, breakpoint, watch.generation) >= 0) {
    thread_->own_memory.stack().set_watched(slot, watch.part.address, watch.part.length);
    return wait_for_memory(slot);
  }
  thread_->count(HAGSTONE_STATISTIC_dropped_arm_failed);
  thread_->process->end_if_confined();
  disarm(slot);
}

// Whether the instruction that has just run may have touched another watched place too.
bool Watchpoints::has_neighbour(unsigned slot, const Moment &moment) const {
  uint64_t address = watches_[slot].part.address;
  for (unsigned other = 0; other < count_; other++) {
    const Watch &watch = watches_[other];
    if (other == slot || !watch.armed) continue;
    const bool just_made = watch.pending && watch.access.next == moment.registers.instruction;
    if (just_made || watch.part.address - address + neighbourhood < 2 * neighbourhood) return true;
  }
  return false;
}

// One instruction can touch several watched places, but the kernel queues one SIGTRAP only.
void Watchpoints::take_simultaneous_traps(unsigned trapped, LaterAccess &access) {
  for (unsigned slot = 0; slot < count_; slot++) {
    const Watch &watch = watches_[slot];
    if (slot == trapped || !watch.armed) continue;
    TrapInstruction other = find_trap_instruction(access.moment.registers, watch.part.address, watch.part.length,
                                                  access.moment.modules, thread_->own_memory.reader(), trap_instructions_);
    const bool same = other.certainty == TrapCertainty::exact && other.instruction == access.instruction.instruction;
    if (!same || !traps(watch.watch_for, other.loads, other.stores)) continue;
    if (watch.pending)
      swallow_own_trap(slot, access.moment);
    else
      take_trap(slot, other, access);
  }
}

void Watchpoints::take_trap(unsigned slot, const TrapInstruction &instruction, LaterAccess &access) {
  Watch &watch = watches_[slot];
  const Trap trap = {instruction, access.moment};
  const Judgement judgement = watch.tool->judge(*thread_, watch, trap);
  switch (judgement.kind) {
    case Judgement::keep: return keep(slot, access.moment.time);
    case Judgement::drop:
      thread_->count(judgement.cause);
      disarm(slot);
      return;
    case Judgement::pair: return record(slot, judgement, trap, access.context());
  }
}

void Watchpoints::keep(unsigned slot, uint64_t time) {
  thread_->count(HAGSTONE_STATISTIC_kept_traps);
  if (++watches_[slot].kept_traps < HAGSTONE_MOST_KEPT_TRAPS) return;
  thread_->count(HAGSTONE_STATISTIC_dropped_kept_too_often);
  give_up(slot, GivenUp::expired, time);
}

// The agent's own functions use the stack that the target's would use next.
void Watchpoints::keep_for_own_code(unsigned slot, uint64_t time) {
  if (watches_[slot].tool->keeps_value) watches_[slot].last_seen = value_of(*thread_, watches_[slot]);
  keep(slot, time);
}

double Watchpoints::amount_of_sample(const Watch &watch) const {
  return thread_->settings.driver == HAGSTONE_DRIVER_ACCESSES ? watch.access.length : 1;
}

double Watchpoints::attributed_credit(const Watch &watch, const End &end) {
  CounterUpdate update(watch.watch_context);
  auto *counters = counters_of<hagstone_watch_context>(watch.watch_context);
  hagstone_attribution_count_end(counters, end.relation, watch.periods * amount_of_sample(watch), end.inclusion);
  return hagstone_attribution_credit(counters->sampled, &counters->accounted, watch.periods, end.live,
                                     thread_->settings.attribution);
}

// The first trap of a sample's watches decides it.
void Watchpoints::decide(const Watch &watch) {
  if (!watch.decided) account_for_sample(watch);
  for (unsigned slot = 0; slot < count_; slot++)
    if (watches_[slot].armed && watches_[slot].published && watches_[slot].group == watch.group)
      watches_[slot].decided = true;
}

double Watchpoints::published_credit(const Watch &watch) {
  decide(watch);
  return watch.periods * watch.weight;
}

// The sampled access itself touched `places` parts of the other thread's line: a trap without a watchpoint.
void Watchpoints::record_met(const Watch &watch, const Sample &sample, double places, bool overlap) {
  const SamplingSettings &settings = thread_->settings;
  const double credit = watch.periods * places;
  const uint16_t flags = overlap ? HAGSTONE_PAIR_OVERLAP : 0;
  const PairIdentity pair = {watch.tool->id, HAGSTONE_RELATION_SHARED_WITH, flags, watch.context, sample.context};
  const PairTrap share = {credit,
                          credit * static_cast<double>(settings.period) * amount_of_sample(watch),
                          watch.access.length,
                          false,
                          watch.access.latency,
                          watch.access.cache_miss};
  const TrapInstruction instruction = {sample.access.instruction, sample.access.load, sample.access.store,
                                       TrapCertainty::exact};
  thread_->count(HAGSTONE_STATISTIC_published_met);
  watch.tool->record(*thread_, watch, {pair, share, {instruction, sample.moment}});
}

void Watchpoints::record(unsigned slot, const Judgement &judgement, const Trap &trap, ContextId context) {
  const Watch watch = watches_[slot];
  const End end = {judgement.relation, live_periods(*watch.tool, watch.context),
                   hagstone_reservoir_inclusion(&reservoir_, slot)};
  disarm(slot);
  if (!context) {
    thread_->count(HAGSTONE_STATISTIC_dropped_no_context);
    return;
  }
  const SamplingSettings &settings = thread_->settings;
  const double credit = watch.published ? published_credit(watch) : attributed_credit(watch, end);
  if constexpr (logs_samples) log_pair(thread_->index, slot, judgement.relation, credit);
  const auto flags = static_cast<uint16_t>(watch.pair_flags | judgement.flags);
  const PairIdentity pair = {watch.tool->id, judgement.relation, flags, watch.context, context};
  const PairTrap share = {credit,
                          credit * static_cast<double>(settings.period) * amount_of_sample(watch),
                          watch.access.length,
                          watch.part.length < watch.access.length && !judgement.whole,
                          watch.access.latency,
                          watch.access.cache_miss};
  watch.tool->record(*thread_, watch, {pair, share, trap});
}

void Watchpoints::give_up(unsigned slot, GivenUp reason, uint64_t time) {
  const Watch watch = watches_[slot];
  disarm(slot);
  if (watch.tool->give_up) watch.tool->give_up(*thread_, watch, reason, time);
}

void Watchpoints::give_up_expired(uint64_t time) {
  for (unsigned slot = 0; slot < count_; slot++)
    if (watches_[slot].armed && watches_[slot].tool->expired &&
        watches_[slot].tool->expired(*thread_, watches_[slot], time))
      give_up(slot, GivenUp::expired, time);
}

void Watchpoints::give_up_all(GivenUp reason, hagstone_statistic counted, uint64_t time) {
  end_freed(time);
  for (unsigned slot = 0; slot < count_; slot++) {
    if (!watches_[slot].armed) continue;
    if (!watches_[slot].spare) thread_->count(counted);
    give_up(slot, reason, time);
  }
}

unsigned Watchpoints::armed() const {
  unsigned armed = 0;
  for (unsigned slot = 0; slot < count_; slot++) armed += watches_[slot].armed;
  return armed;
}

}  // namespace hagstone
