// SPDX-License-Identifier: MIT
#include "pmu/sample_ring.h"

#include <asm/perf_regs.h>
#include <gtest/gtest.h>
#include <linux/perf_event.h>

#include "pmu/testing/record_builder.h"

namespace hagstone {
namespace {

using namespace testing;

constexpr uint64_t ring_size = 4096;

RingItem next(SampleRingReader &reader, SampleRecord &record) {
  uint64_t count;
  return reader.next(record, count);
}

std::vector<uint64_t> numbered_registers() {
  std::vector<uint64_t> registers(SampleRecord::register_capacity);
  for (unsigned i = 0; i < registers.size(); i++) registers[i] = 0x1000 + i;
  return registers;
}

// One layout per form of the sample that some generation writes.
class Layouts : public ::testing::TestWithParam<SampleLayout> {};

TEST_P(Layouts, AreReadFieldByField) {
  const SampleLayout layout = GetParam();
  const uint64_t type = layout.sample_type;
  SampleDescription described;
  described.event = 77;
  described.instruction = 0x401234;
  described.process = 11;
  described.thread = 12;
  described.time = 123456789;
  described.address = 0x7fff12345678;
  described.weight = 250;
  described.data_source = 0x68100142;
  described.registers = numbered_registers();
  described.raw = ibs_raw({.instruction = 0x401234, .address = 0x7000, .extra_registers = 2});
  ScriptedRing ring(ring_size);
  ASSERT_TRUE(ring.write(sample_record(layout, described)));
  SampleRingReader reader(ring.view(), layout);
  SampleRecord record;
  ASSERT_EQ(next(reader, record), RingItem::sample);
  EXPECT_TRUE(record.exact);
  EXPECT_TRUE(record.user);
  EXPECT_EQ(record.event, 77u);
  EXPECT_EQ(record.instruction, 0x401234u);
  EXPECT_EQ(record.process, 11u);
  EXPECT_EQ(record.thread, 12u);
  EXPECT_EQ(record.time, 123456789u);
  EXPECT_EQ(record.address, 0x7fff12345678u);
  EXPECT_EQ(record.weight, type & (PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT) ? 250u : 0u);
  EXPECT_EQ(record.data_source, type & PERF_SAMPLE_DATA_SRC ? 0x68100142u : 0u);
  EXPECT_EQ(record.has_registers, bool(type & PERF_SAMPLE_REGS_INTR));
  if (record.has_registers) {
    EXPECT_EQ(record.registers[PERF_REG_X86_SP], 0x1000u + PERF_REG_X86_SP);
    EXPECT_EQ(record.registers[PERF_REG_X86_R15], 0x1000u + PERF_REG_X86_R15);
    EXPECT_EQ(record.registers[PERF_REG_X86_FLAGS], 0x1000u + PERF_REG_X86_FLAGS);
  }
  if (type & PERF_SAMPLE_RAW) {
    ASSERT_GE(record.raw_length, described.raw.size());
    EXPECT_TRUE(std::equal(described.raw.begin(), described.raw.end(), record.raw));
  }
  EXPECT_EQ(next(reader, record), RingItem::end);
  EXPECT_EQ(reader.tail(), ring.view().head);
}

const SampleLayout with_weight_struct = {PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
                                             PERF_SAMPLE_ADDR | PERF_SAMPLE_WEIGHT_STRUCT | PERF_SAMPLE_DATA_SRC |
                                             PERF_SAMPLE_REGS_INTR,
                                         pebs_layout.register_mask};
std::string name_of_layout(const ::testing::TestParamInfo<SampleLayout> &info) {
  constexpr const char *names[] = {"pebs", "pebs_without_source", "ibs", "with_weight_struct"};
  return names[info.index];
}

INSTANTIATE_TEST_SUITE_P(All, Layouts,
                         ::testing::Values(pebs_layout, pebs_layout_without_source, ibs_layout, with_weight_struct),
                         name_of_layout);

TEST(SampleRing, WeightStructKeepsTheLatencyOnly) {
  ScriptedRing ring(ring_size);
  SampleDescription described;
  described.weight = uint64_t{9} << 48 | uint64_t{7} << 32 | 250;
  ASSERT_TRUE(ring.write(sample_record(with_weight_struct, described)));
  SampleRingReader reader(ring.view(), with_weight_struct);
  SampleRecord record;
  ASSERT_EQ(next(reader, record), RingItem::sample);
  EXPECT_EQ(record.weight, 250u);
}

TEST(SampleRing, RecordsWrapAroundItsEnd) {
  const RecordBytes bytes = sample_record(pebs_layout, {.instruction = 0x42, .registers = numbered_registers()});
  for (uint64_t before_end = 8; before_end < bytes.size(); before_end += 8) {
    ScriptedRing ring(ring_size, 5 * ring_size - before_end);
    ASSERT_TRUE(ring.write(bytes));
    SampleRingReader reader(ring.view(), pebs_layout);
    SampleRecord record;
    ASSERT_EQ(next(reader, record), RingItem::sample);
    EXPECT_EQ(record.instruction, 0x42u);
    EXPECT_EQ(record.registers[PERF_REG_X86_R15], 0x1000u + PERF_REG_X86_R15);
    EXPECT_EQ(next(reader, record), RingItem::end);
  }
}

TEST(SampleRing, PositionsMayOverflow) {
  ScriptedRing ring(ring_size, uint64_t{0} - 16);
  ASSERT_TRUE(ring.write(sample_record(ibs_layout, {.instruction = 0x42})));
  SampleRingReader reader(ring.view(), ibs_layout);
  SampleRecord record;
  EXPECT_EQ(next(reader, record), RingItem::sample);
  EXPECT_EQ(next(reader, record), RingItem::end);
}

TEST(SampleRing, TellsOtherRecordsApart) {
  ScriptedRing ring(ring_size);
  for (const RecordBytes &bytes :
       {lost_record(1, 5), lost_samples_record(6), throttle_record(1), unthrottle_record(1),
        other_record(PERF_RECORD_EXIT, 24), other_record(999, 0), other_record(PERF_RECORD_MMAP, 2000)})
    ASSERT_TRUE(ring.write(bytes));
  SampleRingReader reader(ring.view(), pebs_layout);
  SampleRecord record;
  uint64_t count;
  EXPECT_EQ(reader.next(record, count), RingItem::lost);
  EXPECT_EQ(count, 5u);
  EXPECT_EQ(reader.next(record, count), RingItem::lost);
  EXPECT_EQ(count, 6u);
  EXPECT_EQ(reader.next(record, count), RingItem::throttled);
  for (int i = 0; i < 4; i++) EXPECT_EQ(reader.next(record, count), RingItem::other);
  EXPECT_EQ(reader.next(record, count), RingItem::end);
}

TEST(SampleRing, SampleWithoutRegistersIsStillOne) {
  ScriptedRing ring(ring_size);
  ASSERT_TRUE(ring.write(sample_record(pebs_layout, {.instruction = 0x42})));
  SampleRingReader reader(ring.view(), pebs_layout);
  SampleRecord record;
  EXPECT_EQ(next(reader, record), RingItem::sample);
  EXPECT_FALSE(record.has_registers);
}

TEST(SampleRing, ShortSamplesAreUnreadableAndTheNextOneIsRead) {
  RecordBytes complete = sample_record(pebs_layout, {.instruction = 0x42, .registers = numbered_registers()});
  for (size_t length = sizeof(perf_event_header); length < complete.size(); length += 8) {
    RecordBytes cut(complete.begin(), complete.begin() + static_cast<long>(length));
    const uint16_t size = static_cast<uint16_t>(length);
    std::copy_n(reinterpret_cast<const uint8_t *>(&size), sizeof size, cut.begin() + offsetof(perf_event_header, size));
    ScriptedRing ring(ring_size);
    ASSERT_TRUE(ring.write(cut));
    ASSERT_TRUE(ring.write(complete));
    SampleRingReader reader(ring.view(), pebs_layout);
    SampleRecord record;
    EXPECT_EQ(next(reader, record), RingItem::unreadable) << length;
    EXPECT_EQ(next(reader, record), RingItem::sample) << length;
  }
}

TEST(SampleRing, LengthsThatCannotBeEndTheReading) {
  for (uint16_t size : {0, 4, 7, 9, 12, 4000, 65528}) {
    RecordBytes bytes = sample_record(ibs_layout, {});
    std::copy_n(reinterpret_cast<const uint8_t *>(&size), sizeof size, bytes.begin() + offsetof(perf_event_header, size));
    ScriptedRing ring(ring_size);
    ASSERT_TRUE(ring.write(bytes));
    SampleRingReader reader(ring.view(), ibs_layout);
    SampleRecord record;
    EXPECT_EQ(next(reader, record), RingItem::damaged) << size;
    EXPECT_EQ(next(reader, record), RingItem::end);
    EXPECT_EQ(reader.tail(), ring.view().head);
  }
}

TEST(SampleRing, HeadThatIsNoMultipleOfEightLeavesNoPartOfAHeader) {
  ScriptedRing ring(ring_size);
  RingBytes view = ring.view();
  view.head = 5;
  SampleRingReader reader(view, ibs_layout);
  SampleRecord record;
  EXPECT_EQ(next(reader, record), RingItem::damaged);
  EXPECT_EQ(next(reader, record), RingItem::end);
}

}  // namespace
}  // namespace hagstone
