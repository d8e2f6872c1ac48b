// SPDX-License-Identifier: MIT
#include "recording/process_recorder.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>

#include "base/clock.h"
#include "base/signal_mask.h"
#include "base/system_call.h"

namespace hagstone {

namespace {

// Writer 0 is shared: no handler may run between taking the lock and giving it back.
class Locked {
 public:
  explicit Locked(SpinLock &lock) : lock_(lock) { lock_.lock(); }
  ~Locked() { lock_.unlock(); }
  Locked(const Locked &) = delete;
  Locked &operator=(const Locked &) = delete;

 private:
  SpinLock &lock_;
};

// For callers that have not blocked signals.
class Exclusive {
 public:
  explicit Exclusive(SpinLock &lock) : locked_(lock) {}

 private:
  SignalsBlocked blocked_;
  Locked locked_;
};

template <typename Record>
void copy_thread_name(Record &record) {
  call(SYS_prctl, PR_GET_NAME, record.name);
}

}  // namespace

int ProcessRecorder::create(RecordingDirectory &directory, const hagstone_header &header, const LogQuotas &quotas) {
  trap_log_left_ = quotas.trap_log;
  trace_quota_ = TraceQuota(quotas.trace);
  const int failure = file_.create(directory, header);
  // Room for the header alone: the file says so.
  if (failure == 0 && !self_.open(file_, 0)) return -ENOSPC;
  return failure;
}

void ProcessRecorder::add_module(const Module &module) {
  Exclusive exclusive(lock_);
  struct {
    hagstone_module fixed;
    uint8_t build_id[Module::max_build_id];
  } record = {};
  record.fixed.index = module.index;
  record.fixed.bias = module.bias;
  record.fixed.start = module.start;
  record.fixed.end = module.end;
  record.fixed.load_time = clock_nanoseconds(CLOCK_MONOTONIC);
  record.fixed.build_id_length = module.build_id_length;
  record.fixed.path_length = module.path_length;
  memcpy(record.build_id, module.build_id, module.build_id_length);
  bool appended = self_.writer().append(HAGSTONE_RECORD_MODULE,
                                        {&record, static_cast<uint32_t>(sizeof record.fixed) + module.build_id_length},
                                        {module.path, module.path_length});
  if (appended && module.unsafe) self_.statistic(HAGSTONE_STATISTIC_unsafe_modules)++;
}

void ProcessRecorder::add_module_unload(const Module &module) {
  Exclusive exclusive(lock_);
  hagstone_module_unload record = {module.index, 0, clock_nanoseconds(CLOCK_MONOTONIC)};
  // A recording that has ended (disk full) needs no end of a module.
  (void)self_.writer().append(HAGSTONE_RECORD_MODULE_UNLOAD, {&record, sizeof record});
}

void ProcessRecorder::add_region(uint32_t id, const char *name, uint32_t length) {
  Exclusive exclusive(lock_);
  hagstone_region record = {id, length};
  (void)self_.writer().append(HAGSTONE_RECORD_REGION, {&record, sizeof record}, {name, length});
}

uint32_t ProcessRecorder::add_thread(int thread_id, uint64_t start_routine, const ModuleMapSnapshot &modules) {
  Locked locked(lock_);
  hagstone_thread record = {};
  record.index = next_thread_++;
  record.thread_id = static_cast<uint32_t>(thread_id);
  record.start_time = clock_nanoseconds(CLOCK_MONOTONIC);
  if (start_routine) {
    const Module *module = modules.find(start_routine);
    record.start_module = module ? module->index : HAGSTONE_MODULE_UNKNOWN;
    record.start_offset = module ? start_routine - module->bias : start_routine;
  }
  copy_thread_name(record);
  (void)self_.writer().append(HAGSTONE_RECORD_THREAD, {&record, sizeof record});
  return record.index;
}

void ProcessRecorder::append_thread_end(uint32_t index, uint64_t cpu_time, uint64_t unwatched_time) {
  hagstone_thread_end record = {};
  record.index = index;
  record.end_time = clock_nanoseconds(CLOCK_MONOTONIC);
  record.cpu_time = cpu_time;
  record.unwatched_time = unwatched_time;
  copy_thread_name(record);
  (void)self_.writer().append(HAGSTONE_RECORD_THREAD_END, {&record, sizeof record});
}

void ProcessRecorder::add_thread_end(uint32_t index, uint64_t cpu_time, uint64_t unwatched_time) {
  Locked locked(lock_);
  append_thread_end(index, cpu_time, unwatched_time);
}

void ProcessRecorder::add_unsampled_thread_end(uint32_t index, uint64_t cpu_time, uint64_t unwatched_time) {
  Locked locked(lock_);
  if (!active()) return;
  append_thread_end(index, cpu_time, unwatched_time);
  CounterUpdate update(self_.statistics_record());
  self_.statistic(HAGSTONE_STATISTIC_cpu_time) += cpu_time;
  self_.statistic(HAGSTONE_STATISTIC_cpu_time_unwatched) += unwatched_time;
}

void ProcessRecorder::count(hagstone_statistic which, uint64_t amount) {
  Exclusive exclusive(lock_);
  if (!self_.statistics_record()) return;
  CounterUpdate update(self_.statistics_record());
  self_.statistic(which) += amount;
}

void ProcessRecorder::end_as_confined() {
  if (!file_.deactivate()) return;
  count(HAGSTONE_STATISTIC_ended_by_seccomp);
  file_.finish(HAGSTONE_STATE_FINISHED);
}

ThreadRecorder *ProcessRecorder::take_recorder() {
  Locked locked(lock_);
  if (ThreadRecorder *recorder = free_) {
    free_ = recorder->next_free;
    return recorder;
  }
  auto *recorder = static_cast<ThreadRecorder *>(map_pages(sizeof(ThreadRecorder)));
  if (!recorder) return nullptr;
  *recorder = ThreadRecorder();
  if (recorder->open(file_, next_writer_++)) return recorder;
  unmap_pages(recorder, sizeof *recorder);
  return nullptr;
}

void ProcessRecorder::return_recorder(ThreadRecorder *recorder) {
  Locked locked(lock_);
  recorder->next_free = free_;
  free_ = recorder;
}

void ProcessRecorder::forget() {
  lock_.reset();
  file_.forget();
  self_ = ThreadRecorder();
  free_ = nullptr;
  next_writer_ = 1;
  next_thread_ = 1;
}

}  // namespace hagstone
