// SPDX-License-Identifier: MIT
// Reads the records that the kernel writes into the ring buffer of perf events (perf_event_open(2), "MMAP layout").
// The bytes are untrusted: nothing in them can lead outside the ring, and unreadable records are counted.
#ifndef HAGSTONE_PMU_SAMPLE_RING_H
#define HAGSTONE_PMU_SAMPLE_RING_H

#include <stdint.h>

namespace hagstone {

// The contents of an event's samples. Understood: PERF_SAMPLE_IDENTIFIER, IP, TID, TIME, ADDR, RAW, WEIGHT,
// WEIGHT_STRUCT, DATA_SRC, REGS_INTR.
struct SampleLayout {
  uint64_t sample_type;   // of perf_event_attr
  uint64_t register_mask;  // sample_regs_intr
};

// The layout that the engines request.
extern const SampleLayout pebs_layout;
extern const SampleLayout pebs_layout_without_source;
extern const SampleLayout ibs_layout;

struct RingBytes {
  const uint8_t *data;
  uint64_t size;  // power of two
  uint64_t head;  // data_head: one past the last byte written; counts on without wrapping
  uint64_t tail;  // data_tail: the first byte not read yet
};

// Fields that the layout lacks are 0.
struct SampleRecord {
  static constexpr unsigned register_capacity = 24;  // numbered as in asm/perf_regs.h
  static constexpr uint32_t raw_capacity = 160;

  uint64_t event;  // id of the event (PERF_EVENT_IOC_ID)
  uint64_t instruction;
  uint64_t address;
  uint64_t time;    // of the event's clock
  uint64_t weight;  // cycles, where the event gives them
  uint64_t data_source;  // union perf_mem_data_src
  uint32_t process;
  uint32_t thread;
  bool exact;  // PERF_RECORD_MISC_EXACT_IP
  bool user;   // not the kernel's or a guest's code
  bool has_registers;
  uint64_t registers[register_capacity];
  uint32_t raw_length;  // bytes used in `raw`; longer raw data is cut
  uint8_t raw[raw_capacity];
};

enum class RingItem : uint8_t {
  end,          // nothing left
  sample,
  lost,         // the kernel had no room for `count` records
  throttled,    // the event was stopped for the rest of a timer tick
  other,        // a record of a type that was not asked for
  unreadable,   // a sample that does not have the layout's fields
  damaged,      // the record's length cannot be: everything up to the head is given up
};

class SampleRingReader {
 public:
  // `ring` stays mapped while the reader is used.
  SampleRingReader(const RingBytes &ring, const SampleLayout &layout) : ring_(ring), layout_(layout) {}

  // The next record. Fills `record` for samples and `count` for lost ones.
  RingItem next(SampleRecord &record, uint64_t &count);

  // The current read position, for data_tail.
  uint64_t tail() const { return ring_.tail; }

 private:
  void copy(uint64_t position, void *destination, uint64_t length) const;

  RingBytes ring_;
  const SampleLayout &layout_;
};

}  // namespace hagstone

#endif
