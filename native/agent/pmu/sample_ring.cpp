// SPDX-License-Identifier: MIT
#include "pmu/sample_ring.h"

#include <asm/perf_regs.h>
#include <linux/perf_event.h>
#include <string.h>

namespace hagstone {

namespace {

// The general registers, the instruction pointer and the flags. The kernel refuses DS, ES, FS and GS.
constexpr uint64_t general_registers = ((uint64_t{1} << PERF_REG_X86_CS) - 1) | 0xffull << PERF_REG_X86_R8;

constexpr uint64_t common_fields = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
                                   PERF_SAMPLE_ADDR;

constexpr uint64_t longest_sample = 1024;

// Takes fields from a copied record, in order.
class Fields {
 public:
  Fields(const uint8_t *bytes, uint64_t length) : next_(bytes), left_(length) {}
  bool good() const { return good_; }

  template <typename T>
  T take() {
    T value = {};
    take(&value, sizeof value);
    return value;
  }
  void take(void *destination, uint64_t length) {
    if (length > left_) {
      good_ = false;
      left_ = 0;
      return;
    }
    memcpy(destination, next_, length);
    skip(length);
  }
  void skip(uint64_t length) {
    if (length > left_) {
      good_ = false;
      length = left_;
    }
    next_ += length;
    left_ -= length;
  }

 private:
  const uint8_t *next_;
  uint64_t left_;
  bool good_ = true;
};

void take_raw(Fields &fields, SampleRecord &record) {
  const uint32_t length = fields.take<uint32_t>();
  record.raw_length = length < SampleRecord::raw_capacity ? length : SampleRecord::raw_capacity;
  fields.take(record.raw, record.raw_length);
  fields.skip(length - record.raw_length);
}

void take_registers(Fields &fields, uint64_t mask, SampleRecord &record) {
  if (fields.take<uint64_t>() != PERF_SAMPLE_REGS_ABI_64) return;
  for (unsigned i = 0; i < SampleRecord::register_capacity; i++)
    if (mask >> i & 1) record.registers[i] = fields.take<uint64_t>();
  record.has_registers = fields.good();
}

// The fields of PERF_RECORD_SAMPLE in the order of the manual.
bool read_sample(Fields fields, const SampleLayout &layout, uint16_t misc, SampleRecord &record) {
  const uint64_t type = layout.sample_type;
  record = {};
  record.exact = misc & PERF_RECORD_MISC_EXACT_IP;
  record.user = (misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_USER;
  if (type & PERF_SAMPLE_IDENTIFIER) record.event = fields.take<uint64_t>();
  if (type & PERF_SAMPLE_IP) record.instruction = fields.take<uint64_t>();
  if (type & PERF_SAMPLE_TID) {
    record.process = fields.take<uint32_t>();
    record.thread = fields.take<uint32_t>();
  }
  if (type & PERF_SAMPLE_TIME) record.time = fields.take<uint64_t>();
  if (type & PERF_SAMPLE_ADDR) record.address = fields.take<uint64_t>();
  if (type & PERF_SAMPLE_RAW) take_raw(fields, record);
  if (type & PERF_SAMPLE_WEIGHT) record.weight = fields.take<uint64_t>();
  // union perf_sample_weight: the latency is the low half.
  if (type & PERF_SAMPLE_WEIGHT_STRUCT) record.weight = fields.take<uint64_t>() & UINT32_MAX;
  if (type & PERF_SAMPLE_DATA_SRC) record.data_source = fields.take<uint64_t>();
  if (type & PERF_SAMPLE_REGS_INTR) take_registers(fields, layout.register_mask, record);
  return fields.good();
}

}  // namespace

const SampleLayout pebs_layout = {common_fields | PERF_SAMPLE_WEIGHT | PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_REGS_INTR,
                                  general_registers};
const SampleLayout pebs_layout_without_source = {common_fields | PERF_SAMPLE_WEIGHT | PERF_SAMPLE_REGS_INTR,
                                                 general_registers};
// Registers would be those of the interrupt; everything else is in the raw data.
const SampleLayout ibs_layout = {common_fields | PERF_SAMPLE_RAW, 0};

void SampleRingReader::copy(uint64_t position, void *destination, uint64_t length) const {
  const uint64_t start = position & (ring_.size - 1);
  const uint64_t first = length < ring_.size - start ? length : ring_.size - start;
  memcpy(destination, ring_.data + start, first);
  memcpy(static_cast<uint8_t *>(destination) + first, ring_.data, length - first);
}

RingItem SampleRingReader::next(SampleRecord &record, uint64_t &count) {
  count = 0;
  const uint64_t available = ring_.head - ring_.tail;
  if (available == 0) return RingItem::end;
  perf_event_header header = {};
  if (available <= ring_.size && available >= sizeof header) copy(ring_.tail, &header, sizeof header);
  // The kernel aligns every record to eight bytes.
  if (header.size < sizeof header || header.size > available || header.size % 8) {
    ring_.tail = ring_.head;
    return RingItem::damaged;
  }
  const uint64_t payload = ring_.tail + sizeof header, length = header.size - sizeof header;
  ring_.tail += header.size;
  switch (header.type) {
    case PERF_RECORD_SAMPLE: {
      uint8_t bytes[longest_sample];
      if (length > sizeof bytes) return RingItem::unreadable;
      copy(payload, bytes, length);
      return read_sample(Fields(bytes, length), layout_, header.misc, record) ? RingItem::sample : RingItem::unreadable;
    }
    case PERF_RECORD_LOST: {
      uint64_t identity_and_count[2];
      if (length < sizeof identity_and_count) return RingItem::unreadable;
      copy(payload, identity_and_count, sizeof identity_and_count);
      count = identity_and_count[1];
      return RingItem::lost;
    }
    case PERF_RECORD_LOST_SAMPLES:
      if (length < sizeof count) return RingItem::unreadable;
      copy(payload, &count, sizeof count);
      return RingItem::lost;
    case PERF_RECORD_THROTTLE: return RingItem::throttled;
    default: return RingItem::other;
  }
}

}  // namespace hagstone
