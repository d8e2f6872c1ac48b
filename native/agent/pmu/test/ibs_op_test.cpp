// SPDX-License-Identifier: MIT
#include "pmu/ibs_op.h"

#include <gtest/gtest.h>

#include "pmu/testing/record_builder.h"

namespace hagstone {
namespace {

using namespace testing;

constexpr uint32_t zen_2 = 0x3ff, zen_3 = 0x3ff, zen_4 = 0xbff, zen_5 = 0x1bff;
constexpr uint64_t cache_miss = 1 << 7, uncached = 1 << 14, level_2_miss = 1 << 20, prefetch = 1 << 21;

IbsOperation read(const IbsDescription &described) {
  IbsOperation operation = {};
  const RecordBytes raw = ibs_raw(described);
  EXPECT_TRUE(read_ibs_operation(raw.data(), static_cast<uint32_t>(raw.size()), operation));
  return operation;
}

TEST(IbsOperation, TellsLoadsStoresAndWidths) {
  // Zen 2 and 3 have a branch target after the common registers, Zen 4 and 5 also IbsOpData4 in some models.
  for (unsigned extra : {0u, 1u, 2u})
    for (uint32_t width = 1; width <= 64; width *= 2) {
      const IbsOperation load = read({.capabilities = zen_3,
                                      .instruction = 0x401000,
                                      .data_3 = ibs_access(true, false, width),
                                      .address = 0x7000,
                                      .extra_registers = extra});
      EXPECT_TRUE(load.load);
      EXPECT_FALSE(load.store);
      EXPECT_TRUE(load.address_valid);
      EXPECT_TRUE(load.instruction_valid);
      EXPECT_EQ(load.width, width);
      EXPECT_EQ(load.instruction, 0x401000u);
      EXPECT_EQ(load.address, 0x7000u);
    }
  const IbsOperation both = read({.data_3 = ibs_access(true, true, 4)});
  EXPECT_TRUE(both.load && both.store);
  EXPECT_EQ(read({.data_3 = ibs_access(true, false, 0)}).width, 0u);
  EXPECT_EQ(read({.data_3 = uint64_t{15} << 22}).width, 0u);
}

TEST(IbsOperation, TellsWhatIsNotValid) {
  EXPECT_FALSE(read({.data = uint64_t{1} << 38, .data_3 = ibs_access(true, false, 8)}).instruction_valid);
  EXPECT_FALSE(read({.data_3 = 1}).address_valid);
  EXPECT_TRUE(read({.data_3 = ibs_access(true, false, 8) | prefetch}).prefetch);
}

TEST(IbsOperation, GivesTheLatencyOfMissingLoadsOnly) {
  const uint64_t latency = uint64_t{345} << 32;
  EXPECT_EQ(read({.data_3 = ibs_access(true, false, 8) | cache_miss | latency}).latency, 345u);
  EXPECT_EQ(read({.data_3 = ibs_access(true, false, 8) | latency}).latency, 0u);
  EXPECT_EQ(read({.data_3 = ibs_access(false, true, 8) | cache_miss | latency}).latency, 0u);
  EXPECT_EQ(read({.data_3 = ibs_access(true, false, 8) | cache_miss | uncached | latency}).latency, 0u);
}

TEST(IbsOperation, TellsMissesOfTheLastLevelByGeneration) {
  const uint64_t missed = ibs_access(true, false, 8) | cache_miss | level_2_miss;
  // DataSrc: three bits, and two more at bit 6 from Zen 4 on.
  const auto source = [](uint64_t code) { return (code & 7) | (code >> 3) << 6; };
  struct Case {
    uint32_t capabilities;
    uint64_t code;
    bool far;
  };
  for (const Case &known : {Case{zen_2, 2, false}, Case{zen_2, 3, true}, Case{zen_2, 4, true}, Case{zen_3, 3, true},
                            Case{zen_4, 1, false}, Case{zen_4, 2, false}, Case{zen_4, 3, true}, Case{zen_4, 5, true},
                            Case{zen_4, 6, true}, Case{zen_5, 8, true}, Case{zen_5, 0, false}})
    EXPECT_EQ(read({.capabilities = known.capabilities, .data_2 = source(known.code), .data_3 = missed}).missed_last_level,
              known.far)
        << std::hex << known.capabilities << " " << known.code;
  EXPECT_FALSE(
      read({.capabilities = zen_4, .data_2 = 3, .data_3 = ibs_access(true, false, 8) | cache_miss}).missed_last_level)
      << "served by the second level";
}

TEST(IbsOperation, ShortDataIsRefused) {
  const RecordBytes raw = ibs_raw({});
  IbsOperation operation;
  for (uint32_t length = 0; length < raw.size(); length++) EXPECT_FALSE(read_ibs_operation(raw.data(), length, operation));
  EXPECT_TRUE(read_ibs_operation(raw.data(), static_cast<uint32_t>(raw.size()), operation));
}

}  // namespace
}  // namespace hagstone
