// SPDX-License-Identifier: GPL-2.0-or-later
// The rules of metrics.md sections 1 and 2 for redundant loads, one by one.
#include <gtest/gtest.h>

#include <limits>

#include "common/compare.h"
#include "exhaustive/loads/generic_redundant_loads.h"
#include "loading_program.h"

namespace {

using hagstone::exhaustive::testing::LoadingProgram;

struct Counted {
  uint64_t instances, bytes, interleaved_instances, interleaved_bytes;
  bool operator==(const Counted &) const = default;
};

class RedundantLoads : public ::testing::Test {
 protected:
  const hagstone_site &loading(uint32_t bytes, uint8_t element = HAGSTONE_ELEMENT_BYTES) {
    return program.engine.add_site(HAGSTONE_LOAD, bytes, element);
  }
  const hagstone_site &storing(uint32_t bytes) { return program.engine.add_site(HAGSTONE_STORE, bytes); }

  Counted pair(const hagstone_site &watch, const hagstone_site &trap) {
    const hagstone_exact_pair *found =
        program.engine.pair(HAGSTONE_TOOL_REDUNDANT_LOADS, program.leaf(watch), program.leaf(trap));
    if (!found) return {};
    EXPECT_EQ(found->relation, HAGSTONE_RELATION_REDUNDANT_WITH);
    return {found->instances, found->bytes, found->interleaved_instances, found->interleaved_bytes};
  }

  hagstone_without_pair without(const hagstone_site &site) {
    const hagstone_without_pair *found = program.engine.without_pair(HAGSTONE_TOOL_REDUNDANT_LOADS, program.leaf(site));
    return found ? *found : hagstone_without_pair{};
  }

  LoadingProgram program{hagstone_generic_redundant_loads};
};

TEST_F(RedundantLoads, SameValueAgainIsRedundantAndAnotherIsNot) {
  const auto &first = loading(8);
  const auto &second = loading(8);
  program.load(first, 0);
  program.load(second, 0);
  program.set<uint64_t>(0, 1);
  program.load(first, 0);
  EXPECT_EQ(pair(first, second), (Counted{1, 8, 0, 0}));
  EXPECT_EQ(pair(second, first), Counted{});
  EXPECT_EQ(without(first).first, 8u);
  EXPECT_EQ(without(second).first, 0u);
}

TEST_F(RedundantLoads, StoresInBetweenAreIgnored) {
  const auto &load = loading(4);
  const auto &store = storing(4);
  program.load(load, 0);
  program.store<uint32_t>(store, 0, 7);
  program.store<uint32_t>(store, 0, 0);
  program.load(load, 0);
  EXPECT_EQ(pair(load, load), (Counted{1, 4, 0, 0}));
}

TEST_F(RedundantLoads, LaterLoadIsRedundantWithAllOrNone) {
  const auto &wide = loading(8);
  program.load(wide, 0);
  program.set<uint8_t>(7, 1);
  program.load(wide, 0);
  EXPECT_EQ(pair(wide, wide), Counted{});
  program.load(wide, 0);
  EXPECT_EQ(pair(wide, wide), (Counted{1, 8, 0, 0}));
}

TEST_F(RedundantLoads, BytesAreSplitAmongSeveralEarlierLoads) {
  const auto &low = loading(2);
  const auto &high = loading(6);
  const auto &whole = loading(8);
  program.load(low, 0);
  program.load(high, 2);
  program.load(whole, 0);
  EXPECT_EQ(pair(low, whole), (Counted{1, 2, 0, 0}));
  EXPECT_EQ(pair(high, whole), (Counted{1, 6, 0, 0}));
}

TEST_F(RedundantLoads, EarlierLoadNeedsToCoverAll) {
  const auto &low = loading(4);
  const auto &whole = loading(8);
  program.load(low, 0);
  program.load(whole, 0);
  EXPECT_EQ(pair(low, whole), Counted{});
  EXPECT_EQ(without(whole).first, 4u);
  program.load(low, 0);
  EXPECT_EQ(pair(whole, low), (Counted{1, 4, 0, 0}));
}

TEST_F(RedundantLoads, ContextsAreTold) {
  const auto &load = loading(8);
  const uint32_t outer = program.leaf(load);
  program.load(load, 0);
  program.context = program.engine.add_context(program.context);
  program.load(load, 0);
  const auto *found = program.engine.pair(HAGSTONE_TOOL_REDUNDANT_LOADS, outer, program.leaf(load));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->bytes, 8u);
}

TEST_F(RedundantLoads, FloatingPointIsApproximate) {
  const auto &load = loading(8, HAGSTONE_ELEMENT_F64);
  const auto &bytes = loading(8);
  program.set(0, 100.0);
  program.load(load, 0);
  program.set(0, 100.5);
  program.load(load, 0);
  program.set(0, 101.0);
  program.load(bytes, 0);
  EXPECT_EQ(pair(load, load), (Counted{1, 8, 0, 0}));
  EXPECT_EQ(pair(load, bytes), Counted{});
  EXPECT_EQ(program.engine.pairs.front().flags, HAGSTONE_PAIR_APPROXIMATE);
  program.load(bytes, 0);
  EXPECT_EQ(program.engine.pairs.back().flags, 0);
}

TEST_F(RedundantLoads, SlowDriftIsRedundantStepByStep) {
  const auto &load = loading(8, HAGSTONE_ELEMENT_F64);
  double value = 1;
  program.set(0, value);
  program.load(load, 0);
  for (int i = 0; i < 100; i++) {
    program.set(0, value *= 1.005);
    program.load(load, 0);
  }
  EXPECT_EQ(pair(load, load), (Counted{100, 800, 0, 0}));
}

TEST_F(RedundantLoads, NoToleranceLeavesEqualNumbers) {
  program.engine.tolerance = 0;
  const auto &load = loading(4, HAGSTONE_ELEMENT_F32);
  program.set(0, 0.0f);
  program.load(load, 0);
  program.set(0, -0.0f);
  program.load(load, 0);
  program.set(0, std::numeric_limits<float>::denorm_min());
  program.load(load, 0);
  EXPECT_EQ(pair(load, load), (Counted{1, 4, 0, 0}));
}

TEST_F(RedundantLoads, EachElementOfAVectorIsJudged) {
  const auto &load = loading(32, HAGSTONE_ELEMENT_F64);
  for (uint64_t i = 0; i < 4; i++) program.set(8 * i, 10.0);
  program.load(load, 0);
  for (uint64_t i = 0; i < 4; i++) program.set(8 * i, 10.05);
  program.load(load, 0);
  program.set(24, 11.0);
  program.load(load, 0);
  EXPECT_EQ(pair(load, load), (Counted{1, 32, 0, 0}));
}

TEST_F(RedundantLoads, ExtendedPrecisionHasTenBytes) {
  const auto &load = loading(10, HAGSTONE_ELEMENT_F80);
  program.set<long double>(0, 3.0L);
  program.load(load, 0);
  program.set<long double>(0, 3.01L);
  program.load(load, 0);
  program.set<long double>(0, 3.1L);
  program.load(load, 0);
  EXPECT_EQ(pair(load, load), (Counted{1, 10, 0, 0}));
}

TEST_F(RedundantLoads, EndsAreNeitherWasteNorUse) {
  const auto &load = loading(8);
  program.load(load, 0);
  program.load(load, 16);
  program.measurement().memory_ends(program.address(4), 8, HAGSTONE_MEMORY_FREED);
  EXPECT_EQ(without(load).freed, 4u);
  program.load(load, 0);
  EXPECT_EQ(pair(load, load), Counted{});
  EXPECT_EQ(without(load).first, 20u);
  program.measurement().finish();
  EXPECT_EQ(without(load).unfinished, 16u);
}

TEST_F(RedundantLoads, ProgramThatGoesOnAfterAFailedExecIsCountedOnce) {
  const auto &load = loading(8);
  program.load(load, 0);
  program.measurement().finish();
  program.load(load, 0);
  program.measurement().finish();
  EXPECT_EQ(without(load).unfinished, 8u);
  EXPECT_EQ(pair(load, load), (Counted{1, 8, 0, 0}));
}

TEST_F(RedundantLoads, MovedMemoryStartsAfresh) {
  const auto &load = loading(8);
  program.load(load, 0);
  program.measurement().memory_moves(program.address(0), program.address(64), 8);
  program.load(load, 64);
  EXPECT_EQ(pair(load, load), Counted{});
  EXPECT_EQ(without(load).freed, 8u);
}

TEST_F(RedundantLoads, NothingIsCarriedFromWindowToWindow) {
  const auto &load = loading(8);
  program.measurement().window_begins();
  program.load(load, 0);
  program.load(load, 0);
  program.measurement().window_ends();
  program.measurement().window_begins();
  program.load(load, 0);
  program.measurement().finish();
  EXPECT_EQ(pair(load, load), (Counted{1, 8, 0, 0}));
  EXPECT_EQ(without(load).unfinished, 16u);
  EXPECT_EQ(without(load).first, 16u);
}

TEST_F(RedundantLoads, WhatIsUnfinishedWhenAnExecFailsIsCountedOnce) {
  const auto &load = loading(8);
  program.load(load, 0);
  program.measurement().finish();
  program.measurement().window_ends();
  program.measurement().finish();
  EXPECT_EQ(without(load).unfinished, 8u);
}

TEST_F(RedundantLoads, OwnThreadDecidesAndOthersInBetweenAreTold) {
  program.measurement().several_threads();
  const auto &load = loading(8);
  const auto &other = loading(8);
  const auto &store = storing(1);
  program.load(load, 0, 1);
  program.load(other, 0, 2);
  EXPECT_EQ(pair(load, other), Counted{});
  program.load(load, 0, 1);
  EXPECT_EQ(pair(load, load), (Counted{0, 0, 1, 8}));
  program.load(load, 0, 1);
  EXPECT_EQ(pair(load, load), (Counted{1, 8, 1, 8}));
  program.store<uint8_t>(store, 3, 1, 2);
  program.load(load, 0, 1);
  EXPECT_EQ(pair(load, load), (Counted{1, 8, 1, 8}));
  EXPECT_EQ(without(load).interleaved, 8u);
  EXPECT_EQ(without(other).first, 8u);
}

TEST_F(RedundantLoads, ChildOfAForkStartsAfresh) {
  const auto &load = loading(8);
  program.load(load, 0);
  program.measurement().after_fork();
  program.load(load, 0);
  EXPECT_EQ(pair(load, load), Counted{});
}

TEST_F(RedundantLoads, FullRecordingIsCounted) {
  const auto &load = loading(8);
  program.load(load, 0);
  program.engine.full = true;
  program.load(load, 0);
  EXPECT_EQ(program.engine.statistics[HAGSTONE_STATISTIC_dropped_pairs_full], 1u);
  EXPECT_EQ(pair(load, load), Counted{});
}

}  // namespace
