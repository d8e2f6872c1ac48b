// SPDX-License-Identifier: MIT
#include "pmu/memory_sample.h"

#include <asm/perf_regs.h>
#include <gtest/gtest.h>
#include <linux/perf_event.h>

#include <cstring>

#include "code/testing/own_modules.h"
#include "pmu/testing/record_builder.h"
#include "pmu/testing/sampled_code.h"

namespace hagstone {
namespace {

using namespace testing;

constexpr SampledEvent loads = {WantedAccess::loads, false}, stores = {WantedAccess::stores, false};

struct Outcome {
  bool usable;
  hagstone_statistic cause;
  KnownSample sample;
};

class MemorySample : public ::testing::Test {
 protected:
  MemorySample() : modules_(own_modules()) {
    record_.user = record_.exact = record_.has_registers = true;
    interrupted_.instruction = place(hagstone_return);
    interrupted_.general[register_rsp] = 0x7ffff000;
  }

  Outcome precise(const SampledEvent &event) {
    KnownSamples samples;
    Outcome outcome = {};
    outcome.usable = interpret_precise_sample(record_, event, interrupted_, modules_, samples, outcome.cause);
    if (samples.count) outcome.sample = samples.items[0];
    return outcome;
  }

  const ModuleMapSnapshot &modules_;
  SampleRecord record_ = {};
  Registers interrupted_ = {};
};

TEST_F(MemorySample, KnowsAStoreWithItsRegisters) {
  record_.instruction = place(hagstone_store_word);
  record_.registers[PERF_REG_X86_DI] = 0x5000;
  record_.registers[PERF_REG_X86_SP] = 0x8000;
  record_.address = 0x5010;
  const Outcome outcome = precise(stores);
  ASSERT_TRUE(outcome.usable);
  const SampledAccess &access = outcome.sample.access;
  EXPECT_EQ(access.instruction, place(hagstone_store_word));
  EXPECT_EQ(access.address, 0x5010u);
  EXPECT_EQ(access.length, 8u);
  EXPECT_TRUE(access.store && !access.load && !access.pending);
  EXPECT_EQ(outcome.sample.moment, AccessMoment::after);
  EXPECT_EQ(outcome.sample.registers.instruction, place(hagstone_load_byte));
  EXPECT_EQ(outcome.sample.registers.general[register_rsp], 0x8000u);
}

TEST_F(MemorySample, AddressOutsideTheAccessIsInexact) {
  record_.instruction = place(hagstone_store_word);
  record_.registers[PERF_REG_X86_DI] = 0x5000;
  for (uint64_t address : {0x500full, 0x5018ull, 0ull, 0xffff888000000000ull}) {
    record_.address = address;
    const Outcome outcome = precise(stores);
    EXPECT_FALSE(outcome.usable) << address;
    EXPECT_EQ(outcome.cause, HAGSTONE_STATISTIC_dropped_sample_inexact);
  }
  record_.address = 0x5017;
  EXPECT_EQ(precise(stores).sample.access.address, 0x5010u) << "a part of the access was sampled";
}

TEST_F(MemorySample, OverwrittenAddressRegisterLeavesTheSampledAddress) {
  record_.instruction = place(hagstone_load_over_base);
  record_.registers[PERF_REG_X86_BX] = 0xdead;
  record_.address = 0x6000;
  const Outcome outcome = precise(loads);
  ASSERT_TRUE(outcome.usable);
  EXPECT_EQ(outcome.sample.access.address, 0x6000u);
  EXPECT_EQ(outcome.sample.access.length, 8u);
}

TEST_F(MemorySample, InexactInstructionIsTheOneBefore) {
  record_.exact = false;
  record_.instruction = place(hagstone_load_byte);
  record_.registers[PERF_REG_X86_DI] = 0x5000;
  record_.address = 0x5010;
  EXPECT_EQ(precise(stores).sample.access.instruction, place(hagstone_store_word));
}

TEST_F(MemorySample, ReadModifyWriteIsWhatTheEventCounts) {
  record_.instruction = place(hagstone_read_modify_write);
  record_.registers[PERF_REG_X86_DX] = 0x7000;
  record_.address = 0x7000;
  EXPECT_TRUE(precise(loads).sample.access.load);
  EXPECT_TRUE(precise(stores).sample.access.store);
  EXPECT_EQ(precise(stores).sample.access.length, 4u);
}

TEST_F(MemorySample, InstructionsThatDoNotAccessSoAreInexact) {
  record_.address = 0x7000;
  record_.instruction = place(hagstone_no_access);
  EXPECT_EQ(precise(loads).cause, HAGSTONE_STATISTIC_dropped_sample_inexact);
  record_.instruction = place(hagstone_store_word);
  EXPECT_EQ(precise(loads).cause, HAGSTONE_STATISTIC_dropped_sample_inexact);
}

TEST_F(MemorySample, GathersAreUnsupported) {
  record_.instruction = place(hagstone_gather);
  record_.address = 0x7000;
  EXPECT_FALSE(precise(loads).usable);
  EXPECT_EQ(precise(loads).cause, HAGSTONE_STATISTIC_dropped_address_unsupported);
}

TEST_F(MemorySample, RepeatedStringInstructionHasMovedOn) {
  record_.instruction = place(hagstone_copy_string);
  record_.registers[PERF_REG_X86_DI] = 0x9000;
  record_.address = 0x8ff8 - 640;
  const Outcome outcome = precise(stores);
  ASSERT_TRUE(outcome.usable);
  EXPECT_EQ(outcome.sample.access.address, 0x8ff8u - 640);
  EXPECT_EQ(outcome.sample.access.length, 8u);
}

TEST_F(MemorySample, StackPointerIsUndoneWhereControlWentElsewhere) {
  record_.instruction = place(hagstone_return);
  record_.registers[PERF_REG_X86_SP] = 0x8008;
  record_.address = 0x8000;
  const Outcome outcome = precise(loads);
  ASSERT_TRUE(outcome.usable);
  EXPECT_EQ(outcome.sample.moment, AccessMoment::before);
  EXPECT_EQ(outcome.sample.registers.instruction, place(hagstone_return));
  EXPECT_EQ(outcome.sample.registers.general[register_rsp], 0x8000u);
}

TEST_F(MemorySample, PushIsCheckedAgainstTheStackPointerBeforeIt) {
  record_.instruction = place(hagstone_push);
  record_.registers[PERF_REG_X86_SP] = 0x8000;
  record_.address = 0x8000;
  ASSERT_TRUE(precise(stores).usable);
  EXPECT_EQ(precise(stores).sample.access.address, 0x8000u);
}

TEST_F(MemorySample, UsesTheRegistersOfTheSignalIfItHasNone) {
  record_.has_registers = false;
  record_.instruction = place(hagstone_store_word);
  record_.address = 0x5010;
  EXPECT_EQ(precise(stores).sample.registers.instruction, interrupted_.instruction);
}

TEST_F(MemorySample, LatencyAndMissesAreKept) {
  record_.instruction = place(hagstone_store_word);
  record_.registers[PERF_REG_X86_DI] = 0x5000;
  record_.address = 0x5010;
  record_.weight = 300;
  EXPECT_EQ(precise(stores).sample.access.latency, 0u) << "the weight of an event without latency is something else";
  EXPECT_EQ(precise({WantedAccess::stores, true}).sample.access.latency, 300u);
  const struct {
    uint64_t source;
    bool miss;
  } sources[] = {{PERF_MEM_S(LVL, HIT) | PERF_MEM_S(LVL, L1), false},
                 {PERF_MEM_S(LVL, HIT) | PERF_MEM_S(LVL, L3), false},
                 {PERF_MEM_S(LVL, MISS) | PERF_MEM_S(LVL, L3), true},
                 {PERF_MEM_S(LVL, HIT) | PERF_MEM_S(LVL, LOC_RAM), true},
                 {PERF_MEM_S(LVL, HIT) | PERF_MEM_S(LVL, REM_RAM1), true},
                 {PERF_MEM_S(LVL, HIT) | PERF_MEM_S(LVL, REM_CCE2), true},
                 {PERF_MEM_S(LVLNUM, RAM), true},
                 {PERF_MEM_S(LVLNUM, L2), false},
                 {PERF_MEM_S(LVL, NA), false},
                 {0, false}};
  for (const auto &known : sources) {
    record_.data_source = known.source;
    EXPECT_EQ(precise(stores).sample.access.cache_miss, known.miss) << std::hex << known.source;
  }
}

TEST_F(MemorySample, KernelAndUnknownCodeAreDropped) {
  record_.address = 0x5010;
  record_.instruction = 0x10;
  EXPECT_EQ(precise(stores).cause, HAGSTONE_STATISTIC_dropped_code_unreadable);
  record_.user = false;
  EXPECT_EQ(precise(stores).cause, HAGSTONE_STATISTIC_dropped_sample_foreign);
}

class IbsSample : public MemorySample {
 protected:
  struct Outcomes {
    bool usable;
    hagstone_statistic cause;
    KnownSamples samples;
  };
  Outcomes interpret(const IbsDescription &described) {
    const RecordBytes raw = ibs_raw(described);
    record_.raw_length = static_cast<uint32_t>(raw.size());
    memcpy(record_.raw, raw.data(), raw.size());
    Outcomes outcomes = {};
    outcomes.usable = interpret_ibs_sample(record_, interrupted_, modules_, outcomes.samples, outcomes.cause);
    return outcomes;
  }
};

TEST_F(IbsSample, KnowsAStore) {
  const Outcomes outcomes =
      interpret({.instruction = place(hagstone_store_word), .data_3 = ibs_access(false, true, 8), .address = 0x5010});
  ASSERT_TRUE(outcomes.usable);
  ASSERT_EQ(outcomes.samples.count, 1u);
  const SampledAccess &access = outcomes.samples.items[0].access;
  EXPECT_TRUE(access.store);
  EXPECT_EQ(access.address, 0x5010u);
  EXPECT_EQ(access.length, 8u);
  EXPECT_EQ(access.instruction, place(hagstone_store_word));
}

TEST_F(IbsSample, ReadModifyWriteIsBoth) {
  const Outcomes outcomes =
      interpret({.instruction = place(hagstone_read_modify_write), .data_3 = ibs_access(true, true, 4), .address = 0x5010});
  ASSERT_EQ(outcomes.samples.count, 2u);
  EXPECT_TRUE(outcomes.samples.items[0].access.load);
  EXPECT_TRUE(outcomes.samples.items[1].access.store);
}

TEST_F(IbsSample, KnowsHalfOfAVector) {
  const Outcomes outcomes =
      interpret({.instruction = place(hagstone_load_vector), .data_3 = ibs_access(true, false, 16), .address = 0x5010});
  ASSERT_EQ(outcomes.samples.count, 1u);
  EXPECT_EQ(outcomes.samples.items[0].access.length, 16u);
}

TEST_F(IbsSample, OtherOperationsAreNoSamples) {
  EXPECT_EQ(interpret({.instruction = place(hagstone_no_access)}).cause, HAGSTONE_STATISTIC_sampled_no_access);
  EXPECT_EQ(
      interpret(
          {.instruction = place(hagstone_store_word), .data_3 = ibs_access(true, false, 8) | 1 << 21, .address = 0x5010})
          .cause,
      HAGSTONE_STATISTIC_sampled_no_access);
}

TEST_F(IbsSample, InvalidInstructionOrAddressIsInexact) {
  for (const IbsDescription &described :
       {IbsDescription{.instruction = place(hagstone_store_word), .data_3 = 2, .address = 0x5010},
        IbsDescription{.instruction = place(hagstone_store_word),
                       .data = uint64_t{1} << 38,
                       .data_3 = ibs_access(false, true, 8),
                       .address = 0x5010},
        IbsDescription{.instruction = place(hagstone_store_word), .data_3 = ibs_access(false, true, 8)}})
    EXPECT_EQ(interpret(described).cause, HAGSTONE_STATISTIC_dropped_sample_inexact);
}

TEST_F(IbsSample, SignalInAnotherFunctionDoesNotKnowTheCallers) {
  interrupted_.instruction = place(hagstone_other_function);
  const Outcomes outcomes =
      interpret({.instruction = place(hagstone_store_word), .data_3 = ibs_access(false, true, 8), .address = 0x5010});
  EXPECT_FALSE(outcomes.usable);
  EXPECT_EQ(outcomes.cause, HAGSTONE_STATISTIC_dropped_sample_inexact);
}

TEST_F(IbsSample, ShortRawDataIsForeign) {
  record_.raw_length = 20;
  KnownSamples samples;
  hagstone_statistic cause;
  EXPECT_FALSE(interpret_ibs_sample(record_, interrupted_, modules_, samples, cause));
  EXPECT_EQ(cause, HAGSTONE_STATISTIC_dropped_sample_foreign);
}

}  // namespace
}  // namespace hagstone
