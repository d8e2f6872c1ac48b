// SPDX-License-Identifier: MIT
#include "recording/interrupt_trace.h"

namespace hagstone {

namespace {

constexpr uint32_t samples_in_record = 40;
constexpr uint64_t microsecond = 1000, most = UINT32_MAX;

struct Record {
  hagstone_trace head;
  hagstone_trace_sample samples[samples_in_record];
};

}  // namespace

uint64_t TraceQuota::stride() const {
  const uint64_t left = __atomic_load_n(&left_, __ATOMIC_RELAXED);
  uint64_t stride = 1;
  for (uint64_t part = whole_ / 2; part >= sizeof(Record) && left < part; part /= 2) stride *= 2;
  return stride;
}

bool TraceQuota::take(uint64_t bytes) {
  uint64_t left = __atomic_load_n(&left_, __ATOMIC_RELAXED);
  do {
    if (left < bytes) return false;
  } while (!__atomic_compare_exchange_n(&left_, &left, left - bytes, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return true;
}

bool InterruptTrace::has_room(uint64_t time) const {
  if (!record_) return false;
  const hagstone_trace &head = counters_of<Record>(record_)->head;
  return head.count < samples_in_record && time >= head.base && (time - head.base) / microsecond <= most;
}

bool InterruptTrace::open_record(uint64_t time, Writer &writer, TraceQuota &quota) {
  record_ = nullptr;
  if (!quota.take(sizeof(Record))) return false;
  Record initial = {};
  initial.head.base = time;
  record_ = writer.add_counters(HAGSTONE_RECORD_TRACE, {&initial, sizeof initial});
  return record_ != nullptr;
}

bool InterruptTrace::add(const TraceSample &sample, Writer &writer, TraceQuota &quota) {
  cpu_time_left_ += sample.cpu_time;
  const bool is_due = joined_ + 1 >= quota.stride();
  if (!is_due || (!has_room(sample.time) && !open_record(sample.time, writer, quota))) {
    joined_++;
    return false;
  }
  joined_ = 0;
  const uint64_t whole = cpu_time_left_ / microsecond, cpu_time = whole < most ? whole : most;
  cpu_time_left_ -= cpu_time * microsecond;
  auto *record = counters_of<Record>(record_);
  CounterUpdate update(record_);
  record->samples[record->head.count] = {sample.context,
                                         static_cast<uint32_t>((sample.time - record->head.base) / microsecond),
                                         static_cast<uint32_t>(cpu_time)};
  // A reader that finds the process dead in between sees whole samples only.
  __atomic_store_n(&record->head.count, record->head.count + 1, __ATOMIC_RELEASE);
  return true;
}

}  // namespace hagstone
