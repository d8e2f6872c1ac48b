// SPDX-License-Identifier: MIT
#include "sampling/thread_sampler.h"

#include <sys/resource.h>

#include "base/clock.h"
#include "base/system_call.h"
#include "code/emulation/signal_registers.h"
#include "sampling/known_sample.h"
#include "sampling/clocks/process_pace.h"

namespace hagstone {

namespace {

// A quarter of the period either way, so that no loop of the target keeps step with the clock.
uint64_t jittered(uint64_t period, hagstone_random &random) {
  return period - period / 4 + hagstone_random_below(&random, period / 2 + 1);
}

AccessMoment moment_of(const SampledAccess &access) { return access.pending ? AccessMoment::before : AccessMoment::after; }

// A clock that fires at ticks only would make a sample represent less than the time since the one before it.
uint32_t at_least_kept(uint32_t periods, const SampledThread &thread) {
  const uint64_t base = thread.settings.period;
  const auto kept = static_cast<uint32_t>((thread.source->shortest_period() + base - 1) / base);
  return periods < kept ? kept : periods;
}

// Whether the access is in another frame than the one the registers are in: its callers are not known before the thread
// is there.
bool in_other_frame(const SampledAccess &access, const Moment &moment) {
  if (!access.in_same_frame) return true;
  AddressRange function;
  if (!moment.modules.function_bounds(moment.registers.instruction, function))
    return access.instruction != moment.registers.instruction;
  return !function.contains(access.instruction);
}

// Whether the thread was in a system call, and is to return from it now: then rcx holds the address of the next
// instruction, which is that of the call itself, two bytes before, if the kernel will make it again.
bool leaves_system_call(const Registers &registers) {
  const uint64_t distance = registers.general[register_rcx] - registers.instruction;
  return distance == 0 || distance == 2;
}

}  // namespace

void ThreadSampler::open(const SamplingSettings &settings, ProcessRecorder &process, ThreadRecorder &recorder,
                         DebugRegisters &registers, SampleSource &source, unsigned watch_registers,
                         const ThreadMemory &memory, UnwindFrame *frames, uint32_t thread_index) {
  thread_.settings = settings;
  thread_.process = &process;
  thread_.recorder = &recorder;
  thread_.source = &source;
  thread_.index = thread_index;
  thread_.memory = memory;
  thread_.weight = thread_.phases = 1;
  thread_.distance_clock = nullptr;
  thread_.distance_breaks = 0;
  adaptive_period_.open(settings.max_overhead);
  periods_ = nominal_periods(settings);
  is_spread_ = false;
  profiler_time_ = 0;
  hagstone_random_seed(&thread_.random, settings.seed, thread_index);
  recorder.begin_trace();
  thread_.contexts.open(frames, settings.depth_cap, thread_index);
  thread_.own_memory.open(current_thread(), memory.stack_top);
  registers_ = &registers;
  watchpoints_.open(thread_, registers, watch_registers);
}

uint64_t ThreadSampler::first_period() {
  periods_ = at_least_kept(nominal_periods(thread_.settings), thread_);
  return 1 + hagstone_random_below(&thread_.random, periods_ * thread_.settings.period);
}

void ThreadSampler::continue_with(SampleSource &source) {
  thread_.source = &source;
  periods_ = at_least_kept(periods_, thread_);
  source.set_period(jittered(periods_ * thread_.settings.period, thread_.random));
}

void ThreadSampler::on_event(const TrapEvent &event, ucontext_t &context, const ModuleMapSnapshot &modules, bool own_code,
                             const TimeSpent &spent) {
  const Registers registers = registers_from(context);
  thread_.own_memory.begin_handler(registers.general[register_rsp]);
  const Moment moment = {registers, modules, enter_handler(spent)};
  if (phases_.have_begun()) phases_.pass(spent.target + spent.profiler, watchpoints_.armed());
  switch (event.origin) {
    case TrapOrigin::timer: {
      const Represented represented = set_next_period(spent);
      if (phases_.have_begun() && !watches_now()) {
        rest(moment, own_code, represented);
        break;
      }
      if (!own_code && thread_.source->fires_in_kernel() && leaves_system_call(registers)) {
        pass_kernel_time(moment, represented);
        break;
      }
      count(HAGSTONE_STATISTIC_timer_signals);
      if constexpr (logs_samples) log_interrupt(thread_.index, spent.target, thread_.weight);
      count_period();
      watchpoints_.end_freed(moment.time);
      watchpoints_.give_up_expired(moment.time);
      if (event.late) {
        count(HAGSTONE_STATISTIC_dropped_overrun);
        thread_.source->discard_samples();
      } else if (thread_.source->names_accesses()) {
        take_known_samples(moment);
      } else {
        on_timer(context, moment, own_code, represented);
      }
      break;
    }
    case TrapOrigin::walk:
      watchpoints_.end_freed(moment.time);
      if (event.late) {
        end_walk();
        count(HAGSTONE_STATISTIC_dropped_walk_lost);
      } else {
        on_walk_stop(context, moment);
      }
      break;
    case TrapOrigin::watch: watchpoints_.on_trap(event, moment); break;
    case TrapOrigin::kernel_clock:
    case TrapOrigin::foreign: break;
  }
  leave_handler();
}

uint64_t ThreadSampler::enter_handler(const TimeSpent &spent) {
  if (!thread_.distance_clock) return spent.target;
  note(thread_.distance_clock->enter());
  return thread_.distance_clock->now();
}

void ThreadSampler::leave_handler() {
  if (thread_.distance_clock) note(thread_.distance_clock->leave());
}

void ThreadSampler::note(DistanceBreak found) {
  if (found == DistanceBreak::none) return;
  thread_.distance_breaks++;
  thread_.distance_break_cause = found == DistanceBreak::backwards ? HAGSTONE_STATISTIC_dropped_counter_backwards
                                                                   : HAGSTONE_STATISTIC_dropped_counter_multiplexed;
}

// The length of the period that begins now.
uint32_t ThreadSampler::next_periods(const TimeSpent &spent) {
  ProcessPace *pace = thread_.settings.pace;
  if (pace && pace->is_early()) {
    pace->count(thread_.weight, spent.profiler - profiler_time_);
    return pace->early_periods();
  }
  switch (adaptive_period_.on_interrupt(spent)) {
    case AdaptivePeriod::Change::none: break;
    case AdaptivePeriod::Change::raised: count(HAGSTONE_STATISTIC_period_raised); break;
    case AdaptivePeriod::Change::lowered: count(HAGSTONE_STATISTIC_period_lowered); break;
  }
  return adaptive_period_.factor() * (pace ? pace->steady_periods() : 1);
}

// The sample of this interrupt represents the period that has just ended, and those that its source missed: it seldom
// finds a thread that runs for microseconds at a time, and a long system call takes several periods.
ThreadSampler::Represented ThreadSampler::set_next_period(const TimeSpent &spent) {
  constexpr uint64_t most = 16;  // longer, nothing was watched
  const uint64_t ended = periods_ * thread_.settings.period;
  const uint64_t interrupts = 1 + thread_.source->take_missed(ended);
  thread_.weight = static_cast<uint32_t>(interrupts < most ? interrupts : most) * periods_;
  const Represented represented = {interrupts, interrupts * ended};
  periods_ = at_least_kept(next_periods(spent), thread_);
  profiler_time_ = spent.profiler;
  const uint64_t period = periods_ * thread_.settings.period;
  // The first sample represents all of its periods; the next one comes at a random moment of the period after these.
  const bool was_spread = is_spread_;
  is_spread_ = false;
  if (was_spread && spent.target < ended) {
    thread_.source->set_period(ended - spent.target + 1 + hagstone_random_below(&thread_.random, period));
    return represented;
  }
  // Periods of accesses are not jittered: setting a period restarts it.
  const bool clocked = thread_.settings.driver == HAGSTONE_DRIVER_CPU_TIME;
  thread_.source->set_period(clocked ? jittered(period, thread_.random) : period);
  return represented;
}

void ThreadSampler::on_paused(const TimeSpent &spent) {
  count(HAGSTONE_STATISTIC_paused);
  (void)set_next_period(spent);
  thread_.source->discard_samples();
  stop(spent.target);
}

// If so, its samples represent the phases in which it does not.
bool ThreadSampler::watches_now() {
  rusage usage = {};
  const bool known = call(SYS_getrusage, RUSAGE_THREAD, &usage) == 0;
  const uint64_t switches = known ? static_cast<uint64_t>(usage.ru_nvcsw + usage.ru_nivcsw) : 0;
  const uint32_t factor = phases_.on_interrupt(clock_nanoseconds(CLOCK_MONOTONIC), switches);
  if (!factor) return false;
  thread_.phases = factor;
  thread_.weight *= factor;
  return true;
}

// The interrupt counts as CPU time only.
void ThreadSampler::rest(const Moment &moment, bool own_code, const Represented &represented) {
  count(HAGSTONE_STATISTIC_rests);
  if (walking_) end_walk();
  watchpoints_.rest(moment.time);
  if (!own_code) count_interrupts(moment, represented.interrupts, represented.time);
}

// Samples of time in the kernel would all be of the first access after it.
void ThreadSampler::pass_kernel_time(const Moment &moment, const Represented &represented) {
  count(HAGSTONE_STATISTIC_kernel_interrupts);
  if (walking_) {
    count(HAGSTONE_STATISTIC_dropped_walk_lost);
    end_walk();
  }
  watchpoints_.end_freed(moment.time);
  watchpoints_.give_up_expired(moment.time);
  count_interrupts(moment, represented.interrupts, represented.time);
}

// One tool at random gets the sample: each sees the same share of the time.
const Tool &ThreadSampler::deal() {
  return *thread_.settings.tools[hagstone_random_below(&thread_.random, thread_.settings.tool_count)];
}

void ThreadSampler::on_timer(ucontext_t &context, const Moment &moment, bool own_code, const Represented &represented) {
  if (walking_) {
    count(HAGSTONE_STATISTIC_dropped_walk_lost);
    end_walk();
  }
  if (own_code) {
    count(HAGSTONE_STATISTIC_dropped_own_code);
    return;
  }
  count_interrupts(moment, represented.interrupts, represented.time);
  walking_ = true;
  walking_for_ = &deal();
  const uint64_t skip = hagstone_random_below(&thread_.random, thread_.settings.skip_range);
  const WantedAccess trapping = walking_for_->watch_for == BreakOn::write ? WantedAccess::stores : WantedAccess::both;
  walk_.begin(walking_for_->wanted, trapping, static_cast<unsigned>(skip), thread_.settings.stop_budget,
              thread_.contexts.knows_callers());
  advance_walk(context, moment);
}

// Data on unequal periods for the intervals (metrics.md, How sure).
void ThreadSampler::count_period() {
  const uint64_t periods = thread_.weight;
  count(HAGSTONE_STATISTIC_sampled_periods, periods);
  count(HAGSTONE_STATISTIC_squared_periods, periods * periods);
  uint64_t &longest = thread_.recorder->statistic(HAGSTONE_STATISTIC_longest_period);
  if (periods > longest) longest = periods;
}

// Every interrupt has a place, whether a sample comes of it or not: the CPU-time profile.
void ThreadSampler::count_interrupts(const Moment &moment, uint64_t interrupts, uint64_t time) {
  ContextId context = thread_.context_of({moment.registers.instruction, 0, AccessMoment::before}, moment);
  if (!context || !thread_.recorder->count_interrupts(context, interrupts, time))
    return count(HAGSTONE_STATISTIC_interrupts_without_context);
  thread_.recorder->trace_interrupt(context, time, thread_.process->trace_quota());
}

void ThreadSampler::on_kernel_time(ucontext_t &context, const ModuleMapSnapshot &modules, uint64_t ticks, uint64_t time) {
  const Registers registers = registers_from(context);
  thread_.own_memory.begin_handler(registers.general[register_rsp]);
  count_interrupts({registers, modules, 0}, ticks, time);
}

void ThreadSampler::on_walk_stop(ucontext_t &context, const Moment &moment) {
  if (!walking_) {
    registers_->disarm(DebugRegisters::walk_slot);
    return;
  }
  if (moment.registers.instruction != stop_address_) {
    count(HAGSTONE_STATISTIC_dropped_walk_lost);
    end_walk();
    return;
  }
  count(HAGSTONE_STATISTIC_walk_stops);
  if (awaiting_) {
    end_walk();
    on_sample(*walking_for_, awaited_, moment, moment_of(awaited_));
    return;
  }
  advance_walk(context, moment);
}

void ThreadSampler::end_walk() {
  registers_->disarm(DebugRegisters::walk_slot);
  walking_ = false;
  awaiting_ = false;
}

void ThreadSampler::stop_at(uint64_t address, ucontext_t &context, const Registers &registers) {
  if (registers_->arm(DebugRegisters::walk_slot, {BreakOn::execution, address, 0}, 0) < 0) {
    count(HAGSTONE_STATISTIC_dropped_arm_failed);
    thread_.process->end_if_confined();
    end_walk();
    return;
  }
  stop_address_ = address;
  if (address == registers.instruction) set_resume_flag(context);
}

void ThreadSampler::advance_walk(ucontext_t &context, const Moment &moment) {
  unsigned avoided = walk_.stops_avoided();
  WalkStep step = walk_.advance(moment.registers, moment.modules, thread_.own_memory.reader());
  count(HAGSTONE_STATISTIC_walk_stops_avoided, walk_.stops_avoided() - avoided);
  switch (step.verdict) {
    case WalkVerdict::stop_at: return stop_at(step.stop, context, moment.registers);
    case WalkVerdict::given_up:
      count(step.cause);
      end_walk();
      return;
    case WalkVerdict::sampled: {
      // Without a stop the thread has not moved since the interrupt.
      Callers callers = walk_.stops() || !step.access.pending ? Callers::unknown : Callers::of_interrupt;
      if (step.access.pending && in_other_frame(step.access, moment)) {
        if (walk_.stops() || !thread_.contexts.leads_to(walk_.frames())) {
          awaiting_ = true;
          awaited_ = step.access;
          return stop_at(step.access.instruction, context, moment.registers);
        }
        callers = Callers::along_walk;
      }
      end_walk();
      on_sample(*walking_for_, step.access, moment, moment_of(step.access), callers);
      return;
    }
  }
}

void ThreadSampler::take_known_samples(const Moment &moment) {
  KnownSamples samples;
  thread_.source->take_samples(moment.registers, moment.modules, samples);
  for (unsigned i = 0; i < samples.loss_count; i++) count(samples.losses[i].cause, samples.losses[i].count);
  for (unsigned i = 0; i < samples.count; i++) {
    const KnownSample &sample = samples.items[i];
    on_sampled(sample.access, {sample.registers, moment.modules, moment.time}, sample.moment);
  }
}

void ThreadSampler::on_sampled(const SampledAccess &access, const Moment &moment, AccessMoment when) {
  const Tool *candidates[SamplingSettings::max_tools];
  unsigned candidate_count = 0;
  for (unsigned i = 0; i < thread_.settings.tool_count; i++) {
    const Tool *tool = thread_.settings.tools[i];
    if (includes(tool->wanted, access.store ? WantedAccess::stores : WantedAccess::loads))
      candidates[candidate_count++] = tool;
  }
  if (!candidate_count) return;
  on_sample(*candidates[hagstone_random_below(&thread_.random, candidate_count)], access, moment, when);
}

ContextId ThreadSampler::context_of_sample(const SampledAccess &access, const Moment &moment, AccessMoment when,
                                           Callers callers) {
  switch (callers) {
    case Callers::of_interrupt: return thread_.context_beside(access.instruction, moment);
    case Callers::along_walk: return thread_.context_along(walk_.frames(), access.instruction, moment);
    case Callers::unknown: break;
  }
  return thread_.context_of({access.instruction, 0, when}, moment);
}

void ThreadSampler::on_sample(const Tool &tool, const SampledAccess &access, const Moment &moment, AccessMoment when,
                              Callers callers) {
  if constexpr (logs_samples) log_access(thread_.index, tool.name, access);
  if (thread_.memory.forbids(access.address, access.length)) {
    count(HAGSTONE_STATISTIC_dropped_address_forbidden);
    return;
  }
  if (thread_.memory.forbids(access.instruction, 1)) {
    count(HAGSTONE_STATISTIC_dropped_own_code);
    return;
  }
  const ContextId context = context_of_sample(access, moment, when, callers);
  hagstone_record *watch_context = context ? thread_.recorder->watch_context(tool.id, context) : nullptr;
  if (!watch_context) {
    count(HAGSTONE_STATISTIC_dropped_no_context);
    return;
  }
  count(HAGSTONE_STATISTIC_samples);
  {
    CounterUpdate update(watch_context);
    auto *counters = counters_of<hagstone_watch_context>(watch_context);
    counters->sampled += thread_.weight;
    counters->samples++;
    counters->bytes += uint64_t{thread_.weight} * access.length;
  }
  watchpoints_.offer(tool, {access, context, watch_context, moment});
}

void ThreadSampler::stop(uint64_t time) {
  if (thread_.distance_clock) {
    note(thread_.distance_clock->enter());
    time = thread_.distance_clock->now();
  }
  if (walking_) end_walk();
  watchpoints_.give_up_all(time);
}

}  // namespace hagstone
