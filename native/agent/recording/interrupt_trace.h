// SPDX-License-Identifier: MIT
// The sampling interrupts of one writer in order of time (hagstone_trace), within a quota of the process that makes the
// trace coarser as it is used up, instead of ending it.
#ifndef HAGSTONE_RECORDING_INTERRUPT_TRACE_H
#define HAGSTONE_RECORDING_INTERRUPT_TRACE_H

#include <stdint.h>

#include "recording/context_tree.h"
#include "recording/writer.h"

namespace hagstone {

// Bytes of trace records, shared by the threads of a process. Handlers.
class TraceQuota {
 public:
  constexpr explicit TraceQuota(uint64_t bytes = 0) : whole_(bytes), left_(bytes) {}

  // One in this many of a thread's interrupts is kept: 1 for the first half of the quota, 2 for the next quarter, 4 for
  // the eighth after it, and so on.
  uint64_t stride() const;
  // False if there is not so much left.
  [[nodiscard]] bool take(uint64_t bytes);

 private:
  uint64_t whole_;
  uint64_t left_;
};

struct TraceSample {
  ContextId context;
  uint64_t time;      // CLOCK_MONOTONIC, ns
  uint64_t cpu_time;  // ns that the sample represents
};

// One thread at a time. Safe in signal handlers.
class InterruptTrace {
 public:
  // A thread begins: an earlier thread's remainder is not its own.
  void begin() {
    joined_ = 0;
    cpu_time_left_ = 0;
  }

  // False if the sample is left out; its CPU time goes to the thread's next one.
  [[nodiscard]] bool add(const TraceSample &sample, Writer &writer, TraceQuota &quota);

 private:
  bool has_room(uint64_t time) const;
  bool open_record(uint64_t time, Writer &writer, TraceQuota &quota);

  hagstone_record *record_ = nullptr;
  uint64_t joined_ = 0;         // samples left out since the last one that was kept
  uint64_t cpu_time_left_ = 0;  // ns: theirs, and the remainder of rounding
};

}  // namespace hagstone

#endif
