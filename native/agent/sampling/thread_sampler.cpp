// SPDX-License-Identifier: MIT
#include "sampling/thread_sampler.h"

#include "base/system_call.h"
#include "code/signal_registers.h"
#include "common/attribution.h"

namespace hagstone {

namespace {

// A quarter of the period either way, so that no loop of the target keeps step with the clock.
uint64_t jittered(uint64_t period, hagstone_random &random) {
  return period - period / 4 + hagstone_random_below(&random, period / 2 + 1);
}

// Reach of the widest vector access: watched places further apart are never touched by one instruction.
constexpr uint64_t neighbourhood = 64;

}  // namespace

void ThreadSampler::open(const SamplingSettings &settings, const Tool &tool, ProcessRecorder &process,
                         ThreadRecorder &recorder, DebugRegisters &registers, SampleSource &source,
                         unsigned watch_registers, const ThreadMemory &memory, UnwindFrame *frames,
                         uint32_t thread_index) {
  settings_ = settings;
  tool_ = &tool;
  process_ = &process;
  recorder_ = &recorder;
  registers_ = &registers;
  source_ = &source;
  memory_ = memory;
  watch_registers_ = watch_registers;
  hagstone_random_seed(&random_, settings.seed, thread_index);
  hagstone_reservoir_initialize(&reservoir_, settings.reservoir, watch_registers);
  own_memory_.open(current_thread());
  contexts_.open(frames, settings.depth_cap, thread_index);
}

uint64_t ThreadSampler::first_period() { return 1 + hagstone_random_below(&random_, settings_.period); }

void ThreadSampler::on_event(const TrapEvent &event, ucontext_t &context, const ModuleMapSnapshot &modules,
                             bool own_code) {
  own_memory_.forget();
  Registers registers = registers_from(context);
  switch (event.origin) {
    case TrapOrigin::timer:
      count(HAGSTONE_STATISTIC_timer_signals);
      source_->set_period(jittered(settings_.period, random_));
      if (event.late)
        count(HAGSTONE_STATISTIC_dropped_overrun);
      else
        on_timer(context, registers, modules, own_code);
      break;
    case TrapOrigin::walk:
      if (event.late) {
        end_walk();
        count(HAGSTONE_STATISTIC_dropped_walk_lost);
      } else {
        on_walk_stop(context, registers, modules);
      }
      break;
    case TrapOrigin::watch:
      on_watch(event, registers, modules);
      break;
    case TrapOrigin::foreign: break;
  }
}

void ThreadSampler::on_timer(ucontext_t &context, const Registers &registers, const ModuleMapSnapshot &modules,
                             bool own_code) {
  if (walking_) {
    count(HAGSTONE_STATISTIC_dropped_walk_lost);
    end_walk();
  }
  if (own_code) {
    count(HAGSTONE_STATISTIC_dropped_own_code);
    return;
  }
  unsigned skip = static_cast<unsigned>(hagstone_random_below(&random_, settings_.skip_range));
  walking_ = true;
  walk_.begin(tool_->wanted, skip, settings_.stop_budget);
  advance_walk(context, registers, modules);
}

void ThreadSampler::on_walk_stop(ucontext_t &context, const Registers &registers, const ModuleMapSnapshot &modules) {
  if (!walking_) {
    registers_->disarm(DebugRegisters::walk_slot);
    return;
  }
  if (registers.instruction != stop_address_) {
    count(HAGSTONE_STATISTIC_dropped_walk_lost);
    end_walk();
    return;
  }
  count(HAGSTONE_STATISTIC_walk_stops);
  if (awaiting_) {
    end_walk();
    on_sample(awaited_, registers, modules);
    return;
  }
  advance_walk(context, registers, modules);
}

void ThreadSampler::end_walk() {
  registers_->disarm(DebugRegisters::walk_slot);
  walking_ = false;
  awaiting_ = false;
}

void ThreadSampler::stop_at(uint64_t address, ucontext_t &context, const Registers &registers) {
  if (registers_->arm(DebugRegisters::walk_slot, {BreakOn::execution, address, 0}, 0) < 0) {
    count(HAGSTONE_STATISTIC_dropped_arm_failed);
    end_walk();
    return;
  }
  stop_address_ = address;
  if (address == registers.instruction) set_resume_flag(context);
}

// Whether the walk has gone on into another function than the one the registers are in: its callers are not known
// before the thread is there.
static bool in_other_function(const SampledAccess &access, const Registers &registers,
                              const ModuleMapSnapshot &modules) {
  AddressRange function;
  return modules.function_bounds(registers.instruction, function) && !function.contains(access.instruction);
}

void ThreadSampler::advance_walk(ucontext_t &context, const Registers &registers, const ModuleMapSnapshot &modules) {
  unsigned avoided = walk_.stops_avoided();
  WalkStep step = walk_.advance(registers, modules, own_memory_.reader());
  count(HAGSTONE_STATISTIC_walk_stops_avoided, walk_.stops_avoided() - avoided);
  switch (step.verdict) {
    case WalkVerdict::stop_at: return stop_at(step.stop, context, registers);
    case WalkVerdict::given_up:
      count(step.cause);
      end_walk();
      return;
    case WalkVerdict::sampled:
      if (step.access.pending && in_other_function(step.access, registers, modules)) {
        awaiting_ = true;
        awaited_ = step.access;
        return stop_at(step.access.instruction, context, registers);
      }
      end_walk();
      on_sample(step.access, registers, modules);
      return;
  }
}

bool ThreadSampler::forbidden(const SampledAccess &access) const {
  for (unsigned i = 0; i < memory_.forbidden_count; i++)
    if (access.address < memory_.forbidden[i].end && access.address + access.length > memory_.forbidden[i].start)
      return true;
  return false;
}

bool ThreadSampler::watched_already(const WatchedPart &part) const {
  for (unsigned i = 0; i < watch_registers_; i++) {
    const Watch &watch = watches_[i];
    if (watch.armed && part.address < watch.part.address + watch.part.length &&
        watch.part.address < part.address + part.length)
      return true;
  }
  return false;
}

uint32_t ThreadSampler::live_watches(ContextId context) const {
  uint32_t live = 0;
  for (unsigned i = 0; i < watch_registers_; i++) live += watches_[i].armed && watches_[i].context == context;
  return live;
}

ContextId ThreadSampler::context_of(const AccessPlace &place, const Registers &registers,
                                    const ModuleMapSnapshot &modules) {
  return contexts_.find(place, registers, modules, own_memory_.reader(), *recorder_);
}

void ThreadSampler::on_sample(const SampledAccess &access, const Registers &registers,
                              const ModuleMapSnapshot &modules) {
  if (forbidden(access)) {
    count(HAGSTONE_STATISTIC_dropped_address_forbidden);
    return;
  }
  ContextId context = context_of(
      {access.instruction, 0, access.pending ? AccessMoment::before : AccessMoment::after}, registers, modules);
  hagstone_record *watch_context = context ? recorder_->watch_context(tool_->id, context) : nullptr;
  if (!watch_context) {
    count(HAGSTONE_STATISTIC_dropped_no_context);
    return;
  }
  count(HAGSTONE_STATISTIC_samples);
  {
    CounterUpdate update(watch_context);
    counters_of<hagstone_watch_context>(watch_context)->sampled++;
    counters_of<hagstone_watch_context>(watch_context)->bytes += access.length;
  }
  WatchedPart part = choose_watched_part(access.address, access.length, random_);
  if (watched_already(part))
    count(HAGSTONE_STATISTIC_dropped_overlap);
  else
    arm(access, part, context, watch_context);
}

void ThreadSampler::arm(const SampledAccess &access, const WatchedPart &part, ContextId context,
                        hagstone_record *watch_context) {
  hagstone_blind_spot before = reservoir_.blind_spot;
  int slot = hagstone_reservoir_offer(&reservoir_, &random_);
  count(HAGSTONE_STATISTIC_blind_runs, reservoir_.blind_spot.runs - before.runs);
  count(HAGSTONE_STATISTIC_blind_samples, reservoir_.blind_spot.samples - before.samples);
  uint64_t &longest = recorder_->statistic(HAGSTONE_STATISTIC_blind_longest);
  if (reservoir_.blind_spot.longest > longest) longest = reservoir_.blind_spot.longest;
  if (slot < 0) {
    count(HAGSTONE_STATISTIC_not_chosen);
    return;
  }
  Watch &watch = watches_[slot];
  if (watch.armed) count(HAGSTONE_STATISTIC_replaced);
  watch = {true, access.pending, ++generation_, part, access.length, context, watch_context};
  if (registers_->arm(static_cast<unsigned>(slot), {tool_->watch_for, part.address, part.length}, generation_) < 0) {
    count(HAGSTONE_STATISTIC_dropped_arm_failed);
    watch.armed = false;
    hagstone_reservoir_release(&reservoir_, static_cast<uint32_t>(slot));
    return;
  }
  count(HAGSTONE_STATISTIC_armed);
  CounterUpdate update(watch_context);
  counters_of<hagstone_watch_context>(watch_context)->armed++;
}

void ThreadSampler::disarm(unsigned slot) {
  registers_->disarm(slot);
  watches_[slot].armed = false;
  hagstone_reservoir_release(&reservoir_, slot);
}

void ThreadSampler::on_watch(const TrapEvent &event, const Registers &registers, const ModuleMapSnapshot &modules) {
  unsigned slot = event.slot;
  Watch &watch = watches_[slot];
  bool current = slot < watch_registers_ && watch.armed && (!event.generation || event.generation == watch.generation);
  if (!current) {
    count(HAGSTONE_STATISTIC_dropped_stale_trap);
    return;
  }
  if (event.late) {
    count(HAGSTONE_STATISTIC_dropped_blocked_trap);
    disarm(slot);
    return;
  }
  const bool own = watch.pending;
  if (own) {
    count(HAGSTONE_STATISTIC_own_traps);
    watch.pending = false;
    if (!has_neighbour(slot)) return;
  }
  TrapInstruction trap = find_trap_instruction(registers, watch.part.address, watch.part.length, modules,
                                               own_memory_.reader(), trap_instructions_);
  const bool known = trap.certainty != TrapCertainty::unknown && (trap.loads || trap.stores);
  if (!known) {
    if (own) return;
    count(HAGSTONE_STATISTIC_dropped_imprecise);
    disarm(slot);
    return;
  }
  uint32_t leaf_flags = trap.certainty == TrapCertainty::after ? HAGSTONE_CONTEXT_AFTER : 0;
  ContextId context = context_of({trap.instruction, leaf_flags, AccessMoment::after}, registers, modules);
  if (has_neighbour(slot)) take_simultaneous_traps(slot, trap, context, registers, modules);
  if (!own) take_trap(slot, trap, context);
}

bool ThreadSampler::has_neighbour(unsigned slot) const {
  uint64_t address = watches_[slot].part.address;
  for (unsigned other = 0; other < watch_registers_; other++)
    if (other != slot && watches_[other].armed && watches_[other].part.address - address + neighbourhood < 2 * neighbourhood)
      return true;
  return false;
}

// One instruction can touch several watched places, but the kernel queues one SIGTRAP only.
void ThreadSampler::take_simultaneous_traps(unsigned trapped, const TrapInstruction &trap, ContextId context,
                                            const Registers &registers, const ModuleMapSnapshot &modules) {
  for (unsigned slot = 0; slot < watch_registers_; slot++) {
    Watch &watch = watches_[slot];
    if (slot == trapped || !watch.armed) continue;
    TrapInstruction other = find_trap_instruction(registers, watch.part.address, watch.part.length, modules,
                                                  own_memory_.reader(), trap_instructions_);
    if (other.certainty != TrapCertainty::exact || other.instruction != trap.instruction) continue;
    if (watch.pending) {
      watch.pending = false;
      count(HAGSTONE_STATISTIC_own_traps);
    } else {
      take_trap(slot, other, context);
    }
  }
}

void ThreadSampler::take_trap(unsigned slot, const TrapInstruction &trap, ContextId context) {
  Watch watch = watches_[slot];
  uint32_t live = live_watches(watch.context);
  disarm(slot);
  if (!context) {
    count(HAGSTONE_STATISTIC_dropped_no_context);
    return;
  }
  double credit;
  {
    CounterUpdate update(watch.watch_context);
    auto *counters = counters_of<hagstone_watch_context>(watch.watch_context);
    credit = hagstone_attribution_credit(counters->sampled, &counters->accounted, live, settings_.attribution);
  }
  PairIdentity pair = {tool_->id, tool_->relation_of(trap), watch.context, context};
  PairTrap share = {credit, credit * static_cast<double>(settings_.period), watch.access_length,
                    watch.part.length < watch.access_length};
  if (recorder_->add_trap(pair, share, process_->trap_log_left()))
    count(HAGSTONE_STATISTIC_traps);
  else
    count(HAGSTONE_STATISTIC_dropped_no_context);
}

void ThreadSampler::stop() {
  if (walking_) end_walk();
  for (unsigned slot = 0; slot < watch_registers_; slot++) {
    if (!watches_[slot].armed) continue;
    count(HAGSTONE_STATISTIC_unfinished);
    disarm(slot);
  }
}

}  // namespace hagstone
