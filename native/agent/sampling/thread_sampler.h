// SPDX-License-Identifier: MIT
// Samples one thread: interrupt, walk to a wanted access, watch its bytes, attribute the trap (WITCH section 4, with
// software-sampling.md in place of the PMU).
#ifndef HAGSTONE_SAMPLING_THREAD_SAMPLER_H
#define HAGSTONE_SAMPLING_THREAD_SAMPLER_H

#include <stdint.h>
#include <ucontext.h>

#include "base/own_memory.h"
#include "code/precise_instruction.h"
#include "code/walk.h"
#include "common/random.h"
#include "common/reservoir.h"
#include "recording/process_recorder.h"
#include "sampling/calling_context.h"
#include "sampling/sample_source.h"
#include "sampling/tool.h"
#include "sampling/watched_part.h"
#include "unwind/module_map.h"
#include "watch/debug_registers.h"

namespace hagstone {

struct SamplingSettings {
  uint64_t period;  // ns of CPU time, prime
  uint64_t seed;
  uint32_t skip_range;
  uint32_t stop_budget;
  uint32_t depth_cap;
  hagstone_reservoir reservoir;
  hagstone_attribution attribution;
};

// Of the sampled thread.
struct ThreadMemory {
  static constexpr unsigned max_forbidden = 4;
  AddressRange forbidden[max_forbidden];  // never watched: thread control block and static TLS, the agent's memory
  unsigned forbidden_count;
};

class ThreadSampler {
 public:
  // Everything is owned by the caller and outlives the sampler. `watch_registers` > 0.
  void open(const SamplingSettings &settings, const Tool &tool, ProcessRecorder &process, ThreadRecorder &recorder,
            DebugRegisters &registers, SampleSource &source, unsigned watch_registers, const ThreadMemory &memory,
            UnwindFrame *frames, uint32_t thread_index);

  // A random part of the period, in ns: with a whole one, threads that live no longer would never be sampled.
  uint64_t first_period();

  // Signal handlers. `own_code`: the interrupted instruction is the agent's.
  void on_event(const TrapEvent &event, ucontext_t &context, const ModuleMapSnapshot &modules, bool own_code);

  // Gives up all watchpoints (thread end, fork, exec); not while a handler runs.
  void stop();

 private:
  struct Watch {
    bool armed;
    bool pending;  // the sampled access itself is yet to trap
    uint64_t generation;
    WatchedPart part;
    uint32_t access_length;
    ContextId context;
    hagstone_record *watch_context;
  };

  void on_timer(ucontext_t &context, const Registers &registers, const ModuleMapSnapshot &modules, bool own_code);
  void on_walk_stop(ucontext_t &context, const Registers &registers, const ModuleMapSnapshot &modules);
  void on_watch(const TrapEvent &event, const Registers &registers, const ModuleMapSnapshot &modules);
  void advance_walk(ucontext_t &context, const Registers &registers, const ModuleMapSnapshot &modules);
  void end_walk();
  void stop_at(uint64_t address, ucontext_t &context, const Registers &registers);
  void on_sample(const SampledAccess &access, const Registers &registers, const ModuleMapSnapshot &modules);
  void arm(const SampledAccess &access, const WatchedPart &part, ContextId context, hagstone_record *watch_context);
  void take_trap(unsigned slot, const TrapInstruction &trap, ContextId context);
  bool has_neighbour(unsigned slot) const;
  void take_simultaneous_traps(unsigned trapped, const TrapInstruction &trap, ContextId context,
                               const Registers &registers, const ModuleMapSnapshot &modules);
  void disarm(unsigned slot);
  bool forbidden(const SampledAccess &access) const;
  bool watched_already(const WatchedPart &part) const;
  uint32_t live_watches(ContextId context) const;
  ContextId context_of(const AccessPlace &place, const Registers &registers, const ModuleMapSnapshot &modules);
  void count(hagstone_statistic which, uint64_t amount = 1) { recorder_->statistic(which) += amount; }

  SamplingSettings settings_;
  const Tool *tool_;
  ProcessRecorder *process_;
  ThreadRecorder *recorder_;
  DebugRegisters *registers_;
  SampleSource *source_;
  ThreadMemory memory_;
  unsigned watch_registers_;
  uint64_t generation_;
  bool walking_;
  uint64_t stop_address_;   // of the walk in progress
  bool awaiting_;           // the walk has ended, but the stop at the access itself is still to come
  SampledAccess awaited_;
  hagstone_random random_;
  hagstone_reservoir_state reservoir_;
  Watch watches_[DebugRegisters::capacity];
  Walk walk_;
  PreviousInstructionCache trap_instructions_;
  CallingContexts contexts_;
  OwnMemory own_memory_;
};

}  // namespace hagstone

#endif
