// SPDX-License-Identifier: MIT
// The records of one thread: contexts, their samples, pairs, traps and statistics. Outlives its thread and is reused by
// the next one, so that a program that starts a million threads does not fill the file with beginnings.
#ifndef HAGSTONE_RECORDING_THREAD_RECORDER_H
#define HAGSTONE_RECORDING_THREAD_RECORDER_H

#include <stdint.h>

#include "base/hash_index.h"
#include "base/memory/mapped_array.h"
#include "recording/context_tree.h"
#include "recording/interrupt_trace.h"
#include "recording/writer.h"

namespace hagstone {

struct PairIdentity {
  hagstone_tool tool;
  hagstone_relation relation;
  uint16_t flags;  // enum hagstone_pair_flag
  ContextId watch;
  ContextId trap;
};

// One trap's share of its pair.
struct PairTrap {
  double credit;    // samples
  double amount;    // ns or bytes
  uint32_t length;  // of the sampled access, bytes
  bool partial;     // the watchpoint covered only part of it
  uint32_t latency; // of the sampled access in cycles, 0: not known
  bool cache_miss;  // of the sampled access
};

// The other thread's side of a pair of two threads, and where they met.
struct SharedLine {
  uint32_t watch_writer;  // that PairIdentity.watch is a context of
  bool watch_stores;
  bool trap_stores;
  uint32_t module;        // of the cache line, or HAGSTONE_MODULE_UNKNOWN
  uint64_t offset;        // of its first byte, as in hagstone_shared_pair
};

// Safe in signal handlers, one thread at a time.
class ThreadRecorder {
 public:
  ThreadRecorder *next_free = nullptr;

  // False if the recording has ended.
  [[nodiscard]] bool open(RecordingFile &file, uint32_t writer_index);

  Writer &writer() { return writer_; }
  ContextId context(const ContextNode &node) { return contexts_.find_or_add(node, writer_); }

  uint64_t &statistic(hagstone_statistic which) { return counters_of<uint64_t>(statistics_)[which]; }
  hagstone_record *statistics_record() { return statistics_; }

  // mu and eta of (tool, context), created on first use; nullptr if there is no room. Stays valid.
  hagstone_record *watch_context(hagstone_tool tool, ContextId context);

  // Counts interrupts that represent `time` ns of CPU time together; false if there is no room for a new context.
  [[nodiscard]] bool count_interrupts(ContextId context, uint64_t interrupts, uint64_t time);

  // To be called when another thread takes the recorder.
  void begin_trace() { trace_.begin(); }
  // The same interrupt in order of time.
  void trace_interrupt(ContextId context, uint64_t time, TraceQuota &quota);

  // Adds a trap to the counters of its pair (hagstone_pair); nullptr if there is no room for a new one.
  hagstone_record *count_pair(const PairIdentity &pair, const PairTrap &trap);

  // The same for a pair of two threads (hagstone_shared_pair).
  hagstone_record *count_shared_pair(const PairIdentity &pair, const PairTrap &trap, const SharedLine &line);

  // Appends one trap's record in order of time, while `trap_log_left` (bytes, shared by the process) lasts; after that
  // they are counted (trap_log_full).
  void log_trap(hagstone_record_type type, Bytes record, uint64_t &trap_log_left);

 private:
  hagstone_record *pair_record(const PairIdentity &pair, const SharedLine *line);

  Writer writer_;
  InterruptTrace trace_;
  ContextTree contexts_;
  hagstone_record *statistics_ = nullptr;
  HashIndex watch_context_index_;
  MappedArray<hagstone_record *> watch_contexts_;
  HashIndex interrupted_context_index_;
  MappedArray<hagstone_record *> interrupted_contexts_;
  HashIndex pair_index_;
  MappedArray<hagstone_record *> pairs_;
};

}  // namespace hagstone

#endif
