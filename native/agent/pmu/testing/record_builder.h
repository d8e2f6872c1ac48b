// SPDX-License-Identifier: MIT
// Writes ring-buffer records as the kernel does, field by field from the layout of perf_event_open(2), for tests of what
// reads them.
#ifndef HAGSTONE_PMU_TESTING_RECORD_BUILDER_H
#define HAGSTONE_PMU_TESTING_RECORD_BUILDER_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pmu/sample_ring.h"

namespace hagstone::testing {

using RecordBytes = std::vector<uint8_t>;

// A test's description of a sample; only the fields of the layout are written.
struct SampleDescription {
  uint64_t event = 1;
  uint64_t instruction = 0;
  uint32_t process = 100;
  uint32_t thread = 100;
  uint64_t time = 0;
  uint64_t address = 0;
  uint64_t weight = 0;
  uint64_t data_source = 0;
  std::vector<uint64_t> registers = {};  // by PERF_REG_X86_*; empty: PERF_SAMPLE_REGS_ABI_NONE
  RecordBytes raw = {};
  bool exact = true;
  bool user = true;
};

RecordBytes sample_record(const SampleLayout &layout, const SampleDescription &sample);
RecordBytes lost_record(uint64_t event, uint64_t count);
RecordBytes lost_samples_record(uint64_t count);
RecordBytes throttle_record(uint64_t event);
RecordBytes unthrottle_record(uint64_t event);
// A record of another type that carries `payload` bytes.
RecordBytes other_record(uint32_t type, size_t payload);

// The capabilities word and registers of an IBS op, as PERF_SAMPLE_RAW holds them; `extra_registers` follow the seven
// common ones (branch target, IbsOpData4).
struct IbsDescription {
  uint32_t capabilities = 0;
  uint64_t instruction = 0;
  uint64_t data = 0, data_2 = 0, data_3 = 0;
  uint64_t address = 0;
  unsigned extra_registers = 0;
};
RecordBytes ibs_raw(const IbsDescription &operation);
// IbsOpData3 of an access of that many bytes whose address is valid.
uint64_t ibs_access(bool load, bool store, uint32_t width);

// A ring of `size` bytes (power of two) that begins to be written at `start`, a position that counts on.
class ScriptedRing {
 public:
  explicit ScriptedRing(uint64_t size, uint64_t start = 0) : bytes_(size), head_(start), tail_(start) {}
  // False: the kernel would not have written it, for want of room.
  bool write(const RecordBytes &record);
  RingBytes view() const { return {bytes_.data(), bytes_.size(), head_, tail_}; }
  void set_tail(uint64_t tail) { tail_ = tail; }
  RecordBytes &bytes() { return bytes_; }

 private:
  RecordBytes bytes_;
  uint64_t head_;
  uint64_t tail_;
};

}  // namespace hagstone::testing

#endif
