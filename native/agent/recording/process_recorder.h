// SPDX-License-Identifier: MIT
// The process's own data: the file, writer 0 (modules, threads), and the pool of thread recorders.
#ifndef HAGSTONE_RECORDING_PROCESS_RECORDER_H
#define HAGSTONE_RECORDING_PROCESS_RECORDER_H

#include <stdint.h>

#include "base/spin_lock.h"
#include "recording/recording_file.h"
#include "recording/thread_recorder.h"
#include "unwind/modules/module_map.h"

namespace hagstone {

// Bytes that a process may write of each log that grows with its run.
struct LogQuotas {
  uint64_t trap_log;
  uint64_t trace;
};

// Outside signal handlers, unless said otherwise.
class ProcessRecorder {
 public:
  // 0 or negative errno.
  [[nodiscard]] int create(RecordingDirectory &directory, const hagstone_header &header, const LogQuotas &quotas);

  RecordingFile &file() { return file_; }
  bool active() const { return file_.active(); }  // handlers too

  void add_module(const Module &module);
  void add_module_unload(const Module &module);
  // A region that the program named; `length` up to 255.
  void add_region(uint32_t id, const char *name, uint32_t length);
  // From here to return_recorder(): handlers too, and otherwise signals are blocked, which saves short threads two system
  // calls for each.

  // Returns the thread's index, from 1. `start_routine`: 0 for the main thread.
  uint32_t add_thread(int thread_id, uint64_t start_routine, const ModuleMapSnapshot &modules);
  void add_thread_end(uint32_t index, uint64_t cpu_time, uint64_t unwatched_time);
  // The same for a thread without a recorder, in whose statistics its time would be.
  void add_unsampled_thread_end(uint32_t index, uint64_t cpu_time, uint64_t unwatched_time);
  // A recorder without a thread, or a new one; nullptr if there is no memory or the recording has ended.
  ThreadRecorder *take_recorder();
  void return_recorder(ThreadRecorder *recorder);

  // Statistics of the process itself, under writer 0. Handlers too.
  void count(hagstone_statistic which, uint64_t amount = 1);

  // Ends the recording because the program forbade system calls by one of its own (seccomp), and counts that. Handlers.
  void end_as_confined();
  // Does so where that is why another call failed. Handlers.
  void end_if_confined() {
    if (calls_are_forbidden()) end_as_confined();
  }

  // Bytes of trap records that the process may still write; handlers.
  uint64_t &trap_log_left() { return trap_log_left_; }
  TraceQuota &trace_quota() { return trace_quota_; }  // handlers

  // In the child of a fork: forgets the parent's file. Its recorders' memory is abandoned, since another thread of the
  // parent may have been changing it.
  void forget();

 private:
  void append_thread_end(uint32_t index, uint64_t cpu_time, uint64_t unwatched_time);

  SpinLock lock_;
  RecordingFile file_;
  ThreadRecorder self_;  // writer 0
  ThreadRecorder *free_ = nullptr;
  uint32_t next_writer_ = 1;
  uint32_t next_thread_ = 1;
  uint64_t trap_log_left_ = 0;
  TraceQuota trace_quota_;
};

}  // namespace hagstone

#endif
