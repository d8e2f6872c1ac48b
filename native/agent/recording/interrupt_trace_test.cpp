// SPDX-License-Identifier: MIT
// The part of one thread's interrupts that a trace keeps as its quota is used up.
#include "recording/interrupt_trace.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <string.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "recording/testing/temporary_recording.h"

namespace {

using namespace hagstone;

constexpr uint64_t trace_millisecond = 1'000'000, plenty = 1 << 20;

struct Kept {
  ContextId context;
  uint64_t time;      // us
  uint64_t cpu_time;  // us
};

class InterruptTraceTest : public ::testing::Test {
 protected:
  InterruptTraceTest() {
    if (file_.create(recording_.directory(), {}) != 0) abort();
    writer_.open(file_, 1);
  }

  // Interrupt i in context i, each for one period.
  void interrupt(uint32_t count, uint64_t period, uint64_t bytes) {
    TraceQuota quota(bytes);
    for (uint32_t i = 1; i <= count; i++) (void)trace_.add({i, i * period, period}, writer_, quota);
  }

  std::vector<Kept> kept() {
    std::vector<Kept> samples;
    for (const auto &entry : std::filesystem::directory_iterator(recording_.path())) {
      std::ifstream stream(entry.path(), std::ios::binary);
      const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
      for (uint64_t at = HAGSTONE_HEADER_SIZE; at + HAGSTONE_EXTENT_SIZE <= bytes.size(); at += HAGSTONE_EXTENT_SIZE) {
        hagstone_extent extent;
        memcpy(&extent, &bytes[at], sizeof extent);
        for (uint64_t in = HAGSTONE_EXTENT_HEADER_SIZE; in < extent.used;) {
          hagstone_record record;
          hagstone_trace trace;
          memcpy(&record, &bytes[at + in], sizeof record);
          memcpy(&trace, &bytes[at + in + sizeof record], sizeof trace);
          for (uint32_t i = 0; i < trace.count; i++) {
            hagstone_trace_sample sample;
            memcpy(&sample, &bytes[at + in + sizeof record + sizeof trace + i * sizeof sample], sizeof sample);
            samples.push_back({sample.context, trace.base / 1000 + sample.time, sample.cpu_time});
          }
          in += sizeof record + ((record.type_and_length >> 8) + 7) / 8 * 8;
        }
      }
    }
    return samples;
  }

  hagstone::testing::TemporaryRecording recording_;
  RecordingFile file_;
  Writer writer_;
  InterruptTrace trace_;
};

TEST_F(InterruptTraceTest, KeepsEachInterruptInOrder) {
  interrupt(100, trace_millisecond, plenty);
  const std::vector<Kept> samples = kept();
  ASSERT_EQ(samples.size(), 100u);
  for (uint32_t i = 0; i < 100; i++) {
    EXPECT_EQ(samples[i].context, i + 1);
    EXPECT_EQ(samples[i].time, (i + 1) * 1000u);
    EXPECT_EQ(samples[i].cpu_time, 1000u);
  }
}

TEST_F(InterruptTraceTest, LosesNoTimeToRounding) {
  interrupt(1000, 1500, plenty);
  uint64_t sum = 0;
  for (const Kept &sample : kept()) sum += sample.cpu_time;
  EXPECT_EQ(sum, 1500u);
}

TEST_F(InterruptTraceTest, BecomesCoarserInsteadOfEnding) {
  // Room for 8 records of 40: 4 with each interrupt, 2 with every second one, 1 with every fourth, 1 with every eighth.
  interrupt(10000, trace_millisecond, 8 * 496);
  const std::vector<Kept> samples = kept();
  ASSERT_EQ(samples.size(), 8 * 40u);
  EXPECT_EQ(samples[159].time, 160'000u);
  EXPECT_EQ(samples[200].time - samples[199].time, 2000u);
  EXPECT_EQ(samples[200].cpu_time, 2000u);
  EXPECT_GT(samples.back().time, 500'000u);
}

TEST_F(InterruptTraceTest, BeginsARecordWhereATimeIsOutOfReach) {
  TraceQuota quota(plenty);
  const uint64_t two_hours = 7'200'000 * trace_millisecond;
  EXPECT_TRUE(trace_.add({1, trace_millisecond, 0}, writer_, quota));
  EXPECT_TRUE(trace_.add({2, two_hours, 0}, writer_, quota));
  ASSERT_EQ(kept().size(), 2u);
  EXPECT_EQ(kept()[1].time, 7'200'000'000u);
}

TEST_F(InterruptTraceTest, GivesNoThreadWhatAnotherLeft) {
  TraceQuota none(0), quota(plenty);
  EXPECT_FALSE(trace_.add({1, trace_millisecond, 5 * trace_millisecond}, writer_, none));
  trace_.begin();
  EXPECT_TRUE(trace_.add({2, 2 * trace_millisecond, trace_millisecond}, writer_, quota));
  ASSERT_EQ(kept().size(), 1u);
  EXPECT_EQ(kept()[0].cpu_time, 1000u);
}

}  // namespace
