// SPDX-License-Identifier: MIT
// Data shared by the parts of a thread's sampler, including its tools.
#ifndef HAGSTONE_SAMPLING_SAMPLED_THREAD_H
#define HAGSTONE_SAMPLING_SAMPLED_THREAD_H

#include <stdint.h>

#include "base/memory/own_memory.h"
#include "code/emulation/registers.h"
#include "common/published_access.h"
#include "common/random.h"
#include "recording/process_recorder.h"
#include "sampling/contexts/calling_context.h"
#include "sampling/clocks/distance_clock.h"
#include "sampling/clocks/sample_source.h"
#include "sampling/sample_log.h"
#include "sampling/sampling_settings.h"
#include "unwind/modules/module_map.h"

namespace hagstone {

// The state of the interrupted thread; valid during one handler.
struct Moment {
  const Registers &registers;
  const ModuleMapSnapshot &modules;
  // The thread's CPU time in ns, or its accesses where a distance clock counts them; less the profiler's own so far.
  uint64_t time;
};

struct ThreadMemory {
  static constexpr unsigned max_forbidden = 4;
  // Never watched, because handlers use it: the thread control block, and the agent's memory.
  AddressRange forbidden[max_forbidden];
  unsigned forbidden_count;
  uint64_t stack_top;  // one past the thread's own stack (OwnStack); 0: not known

  bool forbids(uint64_t address, uint64_t length) const {
    for (unsigned i = 0; i < forbidden_count; i++)
      if (address < forbidden[i].end && address + length > forbidden[i].start) return true;
    return false;
  }
};

// One per thread; safe in signal handlers.
struct SampledThread {
  SamplingSettings settings;
  ProcessRecorder *process;
  ThreadRecorder *recorder;
  SampleSource *source;
  uint32_t index;  // of hagstone_thread
  uint32_t weight;  // base periods that a sample represents at present
  uint32_t phases;  // WatchPhases' factor, which is part of the weight
  ThreadMemory memory;
  DistanceClock *distance_clock;            // nullptr: distances are CPU time
  uint32_t distance_breaks;                 // times that the clock lost count
  hagstone_statistic distance_break_cause;  // of the last one
  hagstone_random random;
  CallingContexts contexts;
  OwnMemory own_memory;
  hagstone_publication_reader publications;  // of other threads, that this one has taken

  void count(hagstone_statistic which, uint64_t amount = 1) {
    recorder->statistic(which) += amount;
    if constexpr (logs_samples) log_count(index, which);
  }

  // no_context if there is no room for it.
  ContextId context_of(const AccessPlace &place, const Moment &moment) {
    return contexts.find(place, moment.registers, moment.modules, own_memory, *recorder);
  }

  // The same for an instruction with the callers of the last context.
  ContextId context_beside(uint64_t instruction, const Moment &moment) {
    return contexts.find_beside(instruction, moment.modules, *recorder);
  }

  // The same for an instruction in another frame.
  ContextId context_along(const FramePath &path, uint64_t instruction, const Moment &moment) {
    return contexts.find_along(path, instruction, moment.modules, *recorder);
  }

  // The target's memory; false if it is not readable.
  bool read_memory(uint64_t address, void *destination, size_t length) {
    return own_memory.reader()(address, destination, length);
  }
};

}  // namespace hagstone

#endif
