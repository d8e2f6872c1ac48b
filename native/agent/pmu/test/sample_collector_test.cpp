// SPDX-License-Identifier: MIT
#include "pmu/sample_collector.h"

#include <asm/perf_regs.h>
#include <gtest/gtest.h>
#include <linux/perf_event.h>

#include "code/testing/own_modules.h"
#include "pmu/testing/record_builder.h"
#include "pmu/testing/sampled_code.h"

namespace hagstone {
namespace {

using namespace testing;

constexpr uint32_t own_thread = 100;
constexpr uint64_t load_event = 1, store_event = 2;

class Collector : public ::testing::Test {
 protected:
  Collector() : modules_(own_modules()) { open({}); }

  void open(const AddressRange &own_code) {
    collector_.open(HAGSTONE_ENGINE_PEBS, pebs_layout, own_thread, own_code);
    collector_.add_event(load_event, {WantedAccess::loads, false});
    collector_.add_event(store_event, {WantedAccess::stores, false});
  }

  SampleDescription store(uint64_t address) {
    SampleDescription sample;
    sample.event = store_event;
    sample.instruction = place(hagstone_store_word);
    sample.registers.resize(SampleRecord::register_capacity);
    sample.registers[PERF_REG_X86_DI] = address - 16;
    sample.address = address;
    return sample;
  }
  SampleDescription load(uint64_t address) {
    SampleDescription sample;
    sample.event = load_event;
    sample.instruction = place(hagstone_load_byte);
    sample.address = address;
    return sample;
  }

  void write(const SampleDescription &sample) { ASSERT_TRUE(ring_.write(sample_record(pebs_layout, sample))); }
  void write(const RecordBytes &record) { ASSERT_TRUE(ring_.write(record)); }

  KnownSamples collect() {
    KnownSamples samples;
    Registers interrupted = {};
    interrupted.instruction = place(hagstone_return);
    ring_.set_tail(collector_.collect(ring_.view(), interrupted, modules_, samples));
    return samples;
  }

  static uint64_t lost(const KnownSamples &samples, hagstone_statistic cause) {
    for (unsigned i = 0; i < samples.loss_count; i++)
      if (samples.losses[i].cause == cause) return samples.losses[i].count;
    return 0;
  }

  const ModuleMapSnapshot &modules_;
  SampleCollector collector_;
  ScriptedRing ring_{4096};
};

TEST_F(Collector, TakesOneSamplePerInterrupt) {
  for (uint64_t address = 0x5000; address < 0x5800; address += 8) {
    write(store(address));
    const KnownSamples samples = collect();
    ASSERT_EQ(samples.count, 1u);
    EXPECT_EQ(samples.items[0].access.address, address);
    EXPECT_EQ(samples.loss_count, 0u);
  }
  EXPECT_EQ(collect().count, 0u);
}

TEST_F(Collector, SamplesOfTwoEventsAreBothOfUse) {
  write(load(0x6000));
  write(store(0x5000));
  const KnownSamples samples = collect();
  ASSERT_EQ(samples.count, 2u);
  EXPECT_TRUE(samples.items[0].access.load);
  EXPECT_TRUE(samples.items[1].access.store);
}

TEST_F(Collector, OlderSamplesOfAnEventHaveOverrun) {
  for (uint64_t address : {0x5000, 0x5100, 0x5200}) write(store(address));
  const KnownSamples samples = collect();
  ASSERT_EQ(samples.count, 1u);
  EXPECT_EQ(samples.items[0].access.address, 0x5200u);
  EXPECT_EQ(lost(samples, HAGSTONE_STATISTIC_dropped_overrun), 2u);
}

TEST_F(Collector, OtherThreadsAndEventsAreForeign) {
  SampleDescription of_other_thread = store(0x5000), of_other_event = store(0x5000), of_kernel = store(0x5000);
  of_other_thread.thread = own_thread + 1;
  of_other_event.event = 99;
  of_kernel.user = false;
  write(of_other_thread);
  write(of_other_event);
  write(of_kernel);
  const KnownSamples samples = collect();
  EXPECT_EQ(samples.count, 0u);
  EXPECT_EQ(lost(samples, HAGSTONE_STATISTIC_dropped_sample_foreign), 3u);
}

TEST_F(Collector, LostAndThrottledAreCounted) {
  write(lost_record(store_event, 5));
  write(lost_samples_record(2));
  write(throttle_record(store_event));
  write(unthrottle_record(store_event));
  write(store(0x5000));
  const KnownSamples samples = collect();
  EXPECT_EQ(samples.count, 1u);
  EXPECT_EQ(lost(samples, HAGSTONE_STATISTIC_dropped_sample_lost), 8u);
}

TEST_F(Collector, ProfilersOwnAccessesAreDropped) {
  open({place(hagstone_store_word), place(hagstone_load_byte)});
  write(store(0x5000));
  write(load(0x6000));
  const KnownSamples samples = collect();
  EXPECT_EQ(samples.count, 1u);
  EXPECT_EQ(lost(samples, HAGSTONE_STATISTIC_dropped_own_code), 1u);
}

TEST_F(Collector, DamageCostsWhatIsThereAndNothingAfter) {
  write(store(0x5000));
  RecordBytes damaged = sample_record(pebs_layout, store(0x5100));
  damaged[offsetof(perf_event_header, size)] = 3;
  damaged[offsetof(perf_event_header, size) + 1] = 0;
  write(damaged);
  KnownSamples samples = collect();
  EXPECT_EQ(samples.count, 1u);
  EXPECT_EQ(lost(samples, HAGSTONE_STATISTIC_dropped_sample_lost), 1u);
  write(store(0x5200));
  samples = collect();
  ASSERT_EQ(samples.count, 1u);
  EXPECT_EQ(samples.items[0].access.address, 0x5200u);
}

}  // namespace
}  // namespace hagstone
