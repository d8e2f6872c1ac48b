// SPDX-License-Identifier: GPL-2.0-or-later
// The rules of metrics.md section 6 for spatial load redundancy.
#include "exhaustive/loads/spatial_loads.h"

#include <gtest/gtest.h>

#include "common/compare.h"
#include "common/raw_format.h"
#include "exhaustive/objects/fake_program_memory.h"
#include "loading_program.h"

namespace {

using hagstone::exhaustive::testing::FakeProgramMemory;
using hagstone::exhaustive::testing::LoadingProgram;

class SpatialLoads : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { ASSERT_EQ(hagstone_spatial_loads.start(), nullptr); }
  void SetUp() override {
    program.measurement().memory_ends(program.address(0), 4096, HAGSTONE_MEMORY_UNMAPPED);
    allocation = program.engine.add_context();
    allocate(0, 64);
  }
  void allocate(uint64_t offset, uint64_t bytes) {
    program.measurement().memory_begins(program.address(offset), bytes, HAGSTONE_MEMORY_ALLOCATED, allocation);
  }
  const hagstone_site &loading(uint32_t bytes, uint8_t element = HAGSTONE_ELEMENT_BYTES) {
    return program.engine.add_site(HAGSTONE_LOAD, bytes, element);
  }
  uint64_t pair_bytes(const hagstone_site &watch, const hagstone_site &trap, uint32_t object = 1) {
    const auto *found = program.engine.pair(HAGSTONE_TOOL_SPATIAL_LOADS, program.leaf(watch), program.leaf(trap), object);
    return found ? found->bytes : 0;
  }
  const hagstone_object_count &count(uint32_t object = 1) {
    for (const auto &each : program.engine.counters)
      if (each.type == HAGSTONE_RECORD_OBJECT_COUNT && each.as<hagstone_object_count>().object == object)
        return each.as<hagstone_object_count>();
    throw std::logic_error("no such object");
  }

  FakeProgramMemory memory;
  LoadingProgram program{hagstone_spatial_loads};
  hagstone_calling_context allocation;
};

TEST_F(SpatialLoads, SameValueElsewhereInTheObjectIsRedundant) {
  const auto &one = loading(4);
  const auto &other = loading(4);
  program.load(one, 0);
  program.load(other, 8);
  program.set<uint32_t>(16, 5);
  program.load(one, 16);
  program.load(one, 0);
  EXPECT_EQ(pair_bytes(one, other), 4u);
  EXPECT_EQ(program.engine.pairs.size(), 1u);
  EXPECT_EQ(count().instances, 4u);
  EXPECT_EQ(count().bytes, 16u);
  EXPECT_EQ(count().redundant_instances, 1u);
  EXPECT_EQ(count().redundant_bytes, 4u);
}

TEST_F(SpatialLoads, OtherObjectsAndTheStackDoNotMix) {
  const auto &load = loading(8);
  allocate(128, 64);
  program.load(load, 0);
  program.load(load, 128);
  program.load(load, 100);
  EXPECT_TRUE(program.engine.pairs.empty());
  EXPECT_EQ(count().instances, 2u);  // both blocks have one allocation context
  program.load(load, 136);
  EXPECT_EQ(pair_bytes(load, load), 8u);
}

TEST_F(SpatialLoads, AnotherLengthIsAnotherValue) {
  const auto &narrow = loading(4);
  const auto &wide = loading(8);
  program.load(narrow, 0);
  program.load(wide, 8);
  program.load(narrow, 0);
  EXPECT_TRUE(program.engine.pairs.empty());
}

TEST_F(SpatialLoads, FloatingPointIsApproximate) {
  const auto &load = loading(8, HAGSTONE_ELEMENT_F64);
  program.set(0, 1.0);
  program.set(8, 1.005);
  program.set(16, 1.1);
  program.load(load, 0);
  program.load(load, 8);
  program.load(load, 16);
  EXPECT_EQ(count().approximate_bytes, 8u);
  EXPECT_EQ(count().redundant_bytes, 0u);
  EXPECT_EQ(program.engine.pairs.front().flags, HAGSTONE_PAIR_APPROXIMATE);
}

TEST_F(SpatialLoads, LongLoadsOfTheKernelAreKept) {
  const auto &load = loading(0);
  program.access(load, 0, 64, 1);
  program.access(load, 0, 64, 1);
  EXPECT_EQ(pair_bytes(load, load), 64u);
}

TEST_F(SpatialLoads, EachThreadHasItsOwn) {
  const auto &load = loading(8);
  program.set<uint64_t>(8, 1);
  program.load(load, 0, 1);
  program.load(load, 8, 2);
  program.load(load, 0, 1);
  EXPECT_EQ(pair_bytes(load, load), 8u);
}

TEST_F(SpatialLoads, FreedBlocksAndWindowsEndIt) {
  const auto &load = loading(8);
  program.load(load, 0);
  program.measurement().memory_ends(program.address(0), 64, HAGSTONE_MEMORY_FREED);
  allocate(0, 64);
  program.load(load, 0);
  program.measurement().window_begins();
  program.load(load, 0);
  EXPECT_TRUE(program.engine.pairs.empty());
  program.load(load, 0);
  EXPECT_EQ(pair_bytes(load, load), 8u);
}

TEST_F(SpatialLoads, StaticSymbolsAreObjectsByName) {
  memory.symbols.push_back({program.address(1024), 64, 0x40, "table"});
  const auto &load = loading(8);
  program.load(load, 1024);
  program.load(load, 1032);
  EXPECT_EQ(pair_bytes(load, load), 8u);
  EXPECT_EQ(program.engine.log.front().as<hagstone_object>().kind, HAGSTONE_OBJECT_STATIC);
}

}  // namespace
