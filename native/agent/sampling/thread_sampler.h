// SPDX-License-Identifier: MIT
// Samples one thread: interrupt, walk to a wanted access, watch its bytes, attribute the trap (WITCH section 4, with
// software-sampling.md in place of the PMU).
#ifndef HAGSTONE_SAMPLING_THREAD_SAMPLER_H
#define HAGSTONE_SAMPLING_THREAD_SAMPLER_H

#include <stdint.h>
#include <ucontext.h>

#include "code/walk/walk.h"
#include "sampling/clocks/adaptive_period.h"
#include "sampling/clocks/first_sample.h"
#include "sampling/clocks/watch_phases.h"
#include "sampling/sampled_thread.h"
#include "sampling/sampling_settings.h"
#include "sampling/tools/tool.h"
#include "sampling/watchpoints.h"
#include "watch/debug_registers.h"

namespace hagstone {

class ThreadSampler {
 public:
  // Everything is owned by the caller and outlives the sampler, which must not be moved afterwards.
  // `watch_registers` > 0.
  void open(const SamplingSettings &settings, ProcessRecorder &process, ThreadRecorder &recorder, DebugRegisters &registers,
            SampleSource &source, unsigned watch_registers, const ThreadMemory &memory, UnwindFrame *frames,
            uint32_t thread_index);

  // Distances are counted by `clock`, which the caller owns, and not in CPU time. After open().
  void use_distance_clock(DistanceClock &clock) { thread_.distance_clock = &clock; }

  // The cost that is measured only once the first thread is open (SamplingSettings.trap_cost).
  void set_trap_cost(uint64_t nanoseconds) { thread_.settings.trap_cost = nanoseconds; }

  // Where the thread was created. After open().
  void set_creator(const CreatorContext &creator) { thread_.contexts.set_creator(creator); }
  // For a thread that the function with these registers creates; not while a handler may run.
  void find_creator(const Registers &registers, const ModuleMapSnapshot &modules, CreatorContext &found) {
    thread_.own_memory.begin_handler(registers.general[register_rsp]);
    thread_.contexts.find_creator(registers, modules, thread_.own_memory, found);
  }

  // The next sample is this one. After open(), which must have got the same thread index.
  void begin_with(const FirstSample &first) {
    thread_.random = first.random;
    periods_ = first.periods;
    is_spread_ = first.spread;
  }

  // Handler: sampling interrupts come from another source, which is open, from now on; it begins a period.
  void continue_with(SampleSource &source);

  // Handler: the thread waits often, and from now on it watches in some phases only if that would cost too much.
  void begin_phases() { phases_.begin(thread_.settings.seed, thread_.settings.max_overhead); }

  // A random part of the period, in its unit: with a whole one, threads that live no longer would never be sampled.
  uint64_t first_period();

  // Signal handlers. `own_code`: the interrupted instruction is the agent's.
  void on_event(const TrapEvent &event, ucontext_t &context, const ModuleMapSnapshot &modules, bool own_code,
                const TimeSpent &spent);
  // The thread spent `time` ns in the kernel, in `ticks` clock ticks, and returns from there now.
  void on_kernel_time(ucontext_t &context, const ModuleMapSnapshot &modules, uint64_t ticks, uint64_t time);
  // Called instead at a sampling interrupt while recording is paused: takes no sample and releases all watchpoints.
  void on_paused(const TimeSpent &spent);

  // A sample whose access the source itself knows (a PMU), in a handler: it is dealt to one of the tools that want such
  // an access. `moment.registers` are before or after the access according to `when`, or as near to it as the source
  // allows.
  void on_sampled(const SampledAccess &access, const Moment &moment, AccessMoment when);

  // After stop(): releases everything that open() claimed. Not while a handler runs.
  void close() { watchpoints_.close(); }

  // Releases all watchpoints at `time`, as in Moment (thread end, fork, exec); not while a handler runs.
  void stop(uint64_t time);

 private:
  // The amount that a sampling interrupt represents: periods of its source, and their time in the CPU-time profile, ns.
  struct Represented {
    uint64_t interrupts, time;
  };
  Represented set_next_period(const TimeSpent &spent);
  uint32_t next_periods(const TimeSpent &spent);
  void on_timer(ucontext_t &context, const Moment &moment, bool own_code, const Represented &represented);
  void on_walk_stop(ucontext_t &context, const Moment &moment);
  void advance_walk(ucontext_t &context, const Moment &moment);
  void end_walk();
  void stop_at(uint64_t address, ucontext_t &context, const Registers &registers);
  const Tool &deal();
  void count_interrupts(const Moment &moment, uint64_t interrupts, uint64_t time);
  void count_period();
  bool watches_now();
  void rest(const Moment &moment, bool own_code, const Represented &represented);
  void pass_kernel_time(const Moment &moment, const Represented &represented);
  enum class Callers : uint8_t { unknown, of_interrupt, along_walk };
  ContextId context_of_sample(const SampledAccess &access, const Moment &moment, AccessMoment when, Callers callers);
  void on_sample(const Tool &tool, const SampledAccess &access, const Moment &moment, AccessMoment when,
                 Callers callers = Callers::unknown);
  void take_known_samples(const Moment &moment);
  uint64_t enter_handler(const TimeSpent &spent);
  void leave_handler();
  void note(DistanceBreak found);
  void count(hagstone_statistic which, uint64_t amount = 1) { thread_.count(which, amount); }

  SampledThread thread_;
  AdaptivePeriod adaptive_period_;
  WatchPhases phases_;
  uint32_t periods_;        // base periods that the next sample represents
  bool is_spread_;          // it is the first one of begin_with(), and FirstSample.spread
  uint64_t profiler_time_;  // TimeSpent.profiler at the interrupt before
  DebugRegisters *registers_;
  Watchpoints watchpoints_;
  Walk walk_;
  bool walking_;
  const Tool *walking_for_;
  uint64_t stop_address_;   // of the walk in progress
  bool awaiting_;           // the walk has ended, but the stop at the access itself is still to come
  SampledAccess awaited_;
};

}  // namespace hagstone

#endif
