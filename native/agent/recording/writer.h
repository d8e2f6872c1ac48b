// SPDX-License-Identifier: MIT
// One writer's place in the raw file: appends immutable records, and counters that are updated in place.
#ifndef HAGSTONE_RECORDING_WRITER_H
#define HAGSTONE_RECORDING_WRITER_H

#include <stdint.h>

#include "recording/recording_file.h"

namespace hagstone {

struct Bytes {
  const void *data;
  uint32_t length;
};

// One thread at a time. Safe in signal handlers. After a fork the child's writers are new ones.
class Writer {
 public:
  void open(RecordingFile &file, uint32_t index) {
    file_ = &file;
    index_ = index;
  }
  uint32_t index() const { return index_; }

  // Appends a record made of up to two parts, the first one's length a multiple of 4. False if the recording has ended
  // or the record is longer than an extent.
  [[nodiscard]] bool append(hagstone_record_type type, Bytes first, Bytes second = {nullptr, 0});

  // Adds a counter record, which stays mapped; nullptr if the recording has ended.
  hagstone_record *add_counters(hagstone_record_type type, Bytes initial);

 private:
  struct Position {
    hagstone_extent *extent = nullptr;
    uint32_t next_ordinal = 0;
  };
  hagstone_record *reserve(Position &position, hagstone_extent_kind kind, uint32_t payload_length);

  RecordingFile *file_ = nullptr;
  uint32_t index_ = 0;
  Position log_;
  Position counters_;
};

// The scope of one update of a counter record: its sequence is odd meanwhile.
class CounterUpdate {
 public:
  explicit CounterUpdate(hagstone_record *record) : record_(record) { step(); }
  ~CounterUpdate() { step(); }
  CounterUpdate(const CounterUpdate &) = delete;
  CounterUpdate &operator=(const CounterUpdate &) = delete;

 private:
  // Stores become visible in program order on x86; the fences keep the compiler from reordering them.
  void step() {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&record_->check, record_->check + 1, __ATOMIC_RELEASE);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }
  hagstone_record *record_;
};

template <typename T>
T *counters_of(hagstone_record *record) {
  return reinterpret_cast<T *>(record + 1);
}

}  // namespace hagstone

#endif
