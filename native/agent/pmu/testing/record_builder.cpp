// SPDX-License-Identifier: MIT
#include "pmu/testing/record_builder.h"

#include <linux/perf_event.h>

#include <cstring>

namespace hagstone::testing {

namespace {

template <typename T>
void put(RecordBytes &bytes, T value) {
  uint8_t parts[sizeof value];
  memcpy(parts, &value, sizeof value);
  for (uint8_t part : parts) bytes.push_back(part);
}

RecordBytes record(uint32_t type, uint16_t misc, const RecordBytes &payload) {
  perf_event_header header = {};
  header.type = type;
  header.misc = misc;
  header.size = static_cast<uint16_t>(sizeof header + payload.size());
  RecordBytes bytes;
  put(bytes, header);
  for (uint8_t byte : payload) bytes.push_back(byte);
  return bytes;
}

// The length of raw data is such that length word and data fill whole eight bytes.
void put_raw(RecordBytes &bytes, const RecordBytes &raw) {
  const uint32_t padded = static_cast<uint32_t>((raw.size() + sizeof(uint32_t) + 7) / 8 * 8 - sizeof(uint32_t));
  put(bytes, padded);
  for (uint8_t byte : raw) bytes.push_back(byte);
  bytes.resize(bytes.size() + padded - raw.size());
}

void put_registers(RecordBytes &bytes, uint64_t mask, const std::vector<uint64_t> &registers) {
  if (registers.empty()) {
    put<uint64_t>(bytes, PERF_SAMPLE_REGS_ABI_NONE);
    return;
  }
  put<uint64_t>(bytes, PERF_SAMPLE_REGS_ABI_64);
  for (unsigned i = 0; i < 64; i++)
    if (mask >> i & 1) put<uint64_t>(bytes, i < registers.size() ? registers[i] : 0);
}

}  // namespace

RecordBytes sample_record(const SampleLayout &layout, const SampleDescription &sample) {
  RecordBytes payload;
  const uint64_t type = layout.sample_type;
  if (type & PERF_SAMPLE_IDENTIFIER) put(payload, sample.event);
  if (type & PERF_SAMPLE_IP) put(payload, sample.instruction);
  if (type & PERF_SAMPLE_TID) {
    put(payload, sample.process);
    put(payload, sample.thread);
  }
  if (type & PERF_SAMPLE_TIME) put(payload, sample.time);
  if (type & PERF_SAMPLE_ADDR) put(payload, sample.address);
  if (type & PERF_SAMPLE_RAW) put_raw(payload, sample.raw);
  if (type & (PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT)) put(payload, sample.weight);
  if (type & PERF_SAMPLE_DATA_SRC) put(payload, sample.data_source);
  if (type & PERF_SAMPLE_REGS_INTR) put_registers(payload, layout.register_mask, sample.registers);
  const uint16_t mode = sample.user ? PERF_RECORD_MISC_USER : PERF_RECORD_MISC_KERNEL;
  return record(PERF_RECORD_SAMPLE, static_cast<uint16_t>(mode | (sample.exact ? PERF_RECORD_MISC_EXACT_IP : 0)), payload);
}

RecordBytes lost_record(uint64_t event, uint64_t count) {
  RecordBytes payload;
  put(payload, event);
  put(payload, count);
  return record(PERF_RECORD_LOST, 0, payload);
}

RecordBytes lost_samples_record(uint64_t count) {
  RecordBytes payload;
  put(payload, count);
  return record(PERF_RECORD_LOST_SAMPLES, 0, payload);
}

RecordBytes throttle_record(uint64_t event) {
  RecordBytes payload;
  put<uint64_t>(payload, 0);
  put(payload, event);
  put(payload, event);
  return record(PERF_RECORD_THROTTLE, 0, payload);
}

RecordBytes unthrottle_record(uint64_t event) {
  RecordBytes bytes = throttle_record(event);
  const uint32_t type = PERF_RECORD_UNTHROTTLE;
  memcpy(bytes.data(), &type, sizeof type);
  return bytes;
}

RecordBytes other_record(uint32_t type, size_t payload) { return record(type, 0, RecordBytes(payload)); }

RecordBytes ibs_raw(const IbsDescription &operation) {
  constexpr uint64_t control = 1 << 19 | 1 << 18 | 1 << 17;  // counts operations, valid, enabled
  RecordBytes raw;
  put(raw, operation.capabilities);
  for (uint64_t value :
       {control, operation.instruction, operation.data, operation.data_2, operation.data_3, operation.address, uint64_t{0}})
    put(raw, value);
  for (unsigned i = 0; i < operation.extra_registers; i++) put<uint64_t>(raw, 0);
  return raw;
}

uint64_t ibs_access(bool load, bool store, uint32_t width) {
  const uint64_t width_code = width ? static_cast<uint64_t>(__builtin_ctz(width)) + 1 : 0;
  return uint64_t{load} | uint64_t{store} << 1 | uint64_t{1} << 17 | width_code << 22;
}

bool ScriptedRing::write(const RecordBytes &record) {
  if (head_ - tail_ + record.size() > bytes_.size()) return false;
  for (uint8_t byte : record) bytes_[head_++ & (bytes_.size() - 1)] = byte;
  return true;
}

}  // namespace hagstone::testing
