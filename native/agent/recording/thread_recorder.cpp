// SPDX-License-Identifier: MIT
#include "recording/thread_recorder.h"

#include "base/clock.h"

namespace hagstone {

bool ThreadRecorder::open(RecordingFile &file, uint32_t writer_index) {
  writer_.open(file, writer_index);
  uint64_t zeros[HAGSTONE_STATISTIC_COUNT] = {};
  statistics_ = writer_.add_counters(HAGSTONE_RECORD_STATISTICS, {zeros, sizeof zeros});
  return statistics_ != nullptr;
}

hagstone_record *ThreadRecorder::watch_context(hagstone_tool tool, ContextId context) {
  HashIndex::Key key = {context, tool};
  if (uint32_t known = watch_context_index_.find(key)) return watch_contexts_[known - 1];
  hagstone_watch_context initial = {};
  initial.context = context;
  initial.tool = tool;
  hagstone_record *record = writer_.add_counters(HAGSTONE_RECORD_WATCH_CONTEXT, {&initial, sizeof initial});
  if (!record || !watch_contexts_.append(record) || !watch_context_index_.insert(key, watch_contexts_.size()))
    return nullptr;
  return record;
}

bool ThreadRecorder::count_interrupts(ContextId context, uint64_t interrupts, uint64_t time) {
  const HashIndex::Key key = {context, 0};
  hagstone_record *record;
  if (uint32_t known = interrupted_context_index_.find(key)) {
    record = interrupted_contexts_[known - 1];
  } else {
    hagstone_interrupted_context initial = {};
    initial.context = context;
    record = writer_.add_counters(HAGSTONE_RECORD_INTERRUPTED_CONTEXT, {&initial, sizeof initial});
    if (!record || !interrupted_contexts_.append(record) ||
        !interrupted_context_index_.insert(key, interrupted_contexts_.size()))
      return false;
  }
  CounterUpdate update(record);
  auto *counters = counters_of<hagstone_interrupted_context>(record);
  counters->interrupts += interrupts;
  counters->time += time;
  return true;
}

void ThreadRecorder::trace_interrupt(ContextId context, uint64_t time, TraceQuota &quota) {
  const TraceSample sample = {context, clock_nanoseconds(CLOCK_MONOTONIC), time};
  if (!trace_.add(sample, writer_, quota)) statistic(HAGSTONE_STATISTIC_joined_in_trace)++;
}

// `line`: of a pair of two threads, otherwise nullptr.
hagstone_record *ThreadRecorder::pair_record(const PairIdentity &pair, const SharedLine *line) {
  const uint64_t watch_writer = line ? line->watch_writer : 0;
  HashIndex::Key key = {uint64_t{pair.watch} << 32 | pair.trap,
                        watch_writer << 32 | uint64_t{pair.flags} << 16 | uint64_t{pair.tool} << 8 | pair.relation};
  if (uint32_t known = pair_index_.find(key)) return pairs_[known - 1];
  hagstone_shared_pair initial = {};
  initial.pair.id = pairs_.size() + 1;
  initial.pair.tool = static_cast<uint8_t>(pair.tool);
  initial.pair.relation = static_cast<uint8_t>(pair.relation);
  initial.pair.flags = pair.flags;
  initial.pair.watch = pair.watch;
  initial.pair.trap = pair.trap;
  if (line) {
    initial.watch_writer = line->watch_writer;
    initial.line_module = line->module;
    initial.line_offset = line->offset;
  }
  hagstone_record *record = line ? writer_.add_counters(HAGSTONE_RECORD_SHARED_PAIR, {&initial, sizeof initial})
                                 : writer_.add_counters(HAGSTONE_RECORD_PAIR, {&initial.pair, sizeof initial.pair});
  if (!record || !pairs_.append(record) || !pair_index_.insert(key, pairs_.size())) return nullptr;
  return record;
}

namespace {

void add_trap(hagstone_record *record, const PairTrap &trap) {
  auto *pair = counters_of<hagstone_pair>(record);
  CounterUpdate update(record);
  pair->traps++;
  pair->credit += trap.credit;
  pair->amount += trap.amount;
  pair->bytes += trap.length;
  pair->partial += trap.partial;
  if (trap.latency) {
    pair->latency += trap.credit * trap.latency;
    pair->latency_credit += trap.credit;
  }
  if (trap.cache_miss) pair->cache_misses += trap.credit;
}

}  // namespace

hagstone_record *ThreadRecorder::count_pair(const PairIdentity &pair, const PairTrap &trap) {
  hagstone_record *record = pair_record(pair, nullptr);
  if (record) add_trap(record, trap);
  return record;
}

hagstone_record *ThreadRecorder::count_shared_pair(const PairIdentity &pair, const PairTrap &trap, const SharedLine &line) {
  hagstone_record *record = pair_record(pair, &line);
  if (!record) return nullptr;
  add_trap(record, trap);
  // The load of a read-modify-write may be sampled first.
  auto *shared = counters_of<hagstone_shared_pair>(record);
  CounterUpdate update(record);
  shared->watch_stores |= line.watch_stores;
  shared->trap_stores |= line.trap_stores;
  return record;
}

void ThreadRecorder::log_trap(hagstone_record_type type, Bytes record, uint64_t &trap_log_left) {
  const uint64_t bytes = sizeof(hagstone_record) + record.length;
  if (__atomic_load_n(&trap_log_left, __ATOMIC_RELAXED) >= bytes && writer_.append(type, record))
    __atomic_fetch_sub(&trap_log_left, bytes, __ATOMIC_RELAXED);
  else
    statistic(HAGSTONE_STATISTIC_trap_log_full)++;
}

}  // namespace hagstone
