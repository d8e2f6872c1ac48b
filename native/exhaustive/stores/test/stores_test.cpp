// SPDX-License-Identifier: GPL-2.0-or-later
//
// One test for each rule of metrics.md sections 1 and 2 that speaks of stores, with counts known beforehand.
#include "exhaustive/stores/stores.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "common/compare.h"
#include "exhaustive/stores/store_pairs.h"
#include "program.h"

namespace hagstone::exhaustive::testing {
namespace {

constexpr uint32_t dead = HAGSTONE_TOOL_DEAD_STORES, silent = HAGSTONE_TOOL_SILENT_STORES;

TEST(DeadStores, AStoreKillsTheStoreBeforeIt) {
  Program program;
  const auto first = program.store_place(8), second = program.store_place(8);
  program.store(first, 0, uint64_t{1});
  program.store(second, 0, uint64_t{2});
  EXPECT_EQ(program.pair(dead, first, second).bytes, 8u);
  EXPECT_EQ(program.pair(dead, first, second).instances, 1u);
  EXPECT_EQ(program.without(dead, first).first, 8u);
  EXPECT_EQ(program.without(dead, second).first, 0u);
}

TEST(DeadStores, ALoadInBetweenIsUse) {
  Program program;
  const auto store = program.store_place(8), load = program.load_place(8);
  program.store(store, 0, uint64_t{1});
  program.load(load, 0, 8);
  program.store(store, 0, uint64_t{2});
  EXPECT_TRUE(program.engine.pairs.empty());
}

TEST(DeadStores, EachByteIsJudgedByItsOwnNextAccess) {
  Program program;
  const auto wide = program.store_place(8), narrow = program.store_place(2), load = program.load_place(1);
  program.store(wide, 0, uint64_t{1});
  program.load(load, 2, 1);
  program.store(narrow, 1, uint16_t{2});
  program.store(wide, 0, uint64_t{3});
  EXPECT_EQ(program.pair(dead, wide, narrow).bytes, 1u);  // byte 1; byte 2 was read
  EXPECT_EQ(program.pair(dead, wide, wide).bytes, 6u);    // bytes 0 and 3 to 7
  EXPECT_EQ(program.pair(dead, narrow, wide).bytes, 2u);
  EXPECT_EQ(program.pair(dead, narrow, wide).instances, 1u);
}

TEST(DeadStores, BytesThatAreStoredOneByOneHaveTheirOwnEarlierStores) {
  Program program;
  program.through_code = true;
  const auto word = program.store_place(4), one = program.store_place(1), other = program.store_place(1);
  program.store(word, 0, uint32_t{0});
  program.store(one, 1, uint8_t{1});
  program.store(other, 1, uint8_t{1});
  program.store(one, 2, uint8_t{2});
  program.store(one, 6, uint8_t{3});
  EXPECT_EQ(program.pair(dead, word, one).bytes, 2u);
  EXPECT_EQ(program.pair(dead, one, other).bytes, 1u);
  EXPECT_EQ(program.pair(silent, one, other).bytes, 1u);
  EXPECT_EQ(program.without(dead, one).first, 1u);
}

TEST(DeadStores, AStoreOfManyBytesEndsSeveralContexts) {
  Program program;
  const auto byte = program.store_place(1), other = program.store_place(1), wide = program.store_place(32);
  for (size_t i = 0; i < 32; i++) program.store(i % 3 ? byte : other, 5 + i, uint8_t{1});
  program.store(wide, 5, std::array<uint8_t, 32>{});
  EXPECT_EQ(program.pair(dead, other, wide).bytes, 11u);
  EXPECT_EQ(program.pair(dead, other, wide).instances, 1u);
  EXPECT_EQ(program.pair(dead, byte, wide).bytes, 21u);
  EXPECT_EQ(program.pair(dead, byte, wide).instances, 1u);
}

TEST(DeadStores, WhatNobodyReadsBeforeTheEndIsUnfinished) {
  Program program;
  const auto store = program.store_place(8), load = program.load_place(4);
  program.store(store, 3, uint64_t{1});
  program.load(load, 5, 4);
  program.finish();
  EXPECT_EQ(program.without(dead, store).unfinished, 4u);
  EXPECT_EQ(program.without(silent, store).unfinished, 8u);
}

TEST(DeadStores, AFinishAfterAFailedExecCountsNothingTwice) {
  Program program;
  const auto store = program.store_place(8);
  program.store(store, 0, uint64_t{1});
  program.finish();
  program.store(store, 0, uint64_t{1});
  program.finish();
  EXPECT_EQ(program.without(dead, store).unfinished, 8u);
  EXPECT_EQ(program.pair(dead, store, store).bytes, 8u);
}

TEST(DeadStores, FreedMemoryStartsAfresh) {
  Program program;
  const auto store = program.store_place(8);
  program.store(store, 0, uint64_t{1});
  program.store(store, 8, uint64_t{1});
  program.free(2, 9);
  program.store(store, 0, uint64_t{1});
  EXPECT_EQ(program.without(dead, store).freed, 9u);
  EXPECT_EQ(program.without(silent, store).freed, 9u);
  EXPECT_EQ(program.without(dead, store).first, 16u + 6u);
  EXPECT_EQ(program.pair(dead, store, store).bytes, 2u);
}

TEST(DeadStores, ManyPagesOfMemoryMayBeFreedAtOnce) {
  Program program(1ull << dead, 1 << 20);
  const auto store = program.store_place(8);
  for (size_t i = 0; i < 1 << 20; i += 8) program.store(store, i, uint64_t{1});
  program.free(4, (1 << 20) - 8);
  program.finish();
  EXPECT_EQ(program.without(dead, store).freed, (1u << 20) - 8);
  EXPECT_EQ(program.without(dead, store).unfinished, 8u);
}

TEST(DeadStores, WindowsCarryNothingOver) {
  Program program;
  const auto store = program.store_place(8);
  program.store(store, 0, uint64_t{1});
  hagstone_stores.window_ends();
  program.store(store, 0, uint64_t{1});
  hagstone_stores.window_ends();
  program.finish();
  EXPECT_TRUE(program.engine.pairs.empty());
  EXPECT_EQ(program.without(dead, store).unfinished, 16u);
  EXPECT_EQ(program.without(dead, store).first, 16u);
}

TEST(DeadStores, WhatIsUnfinishedWhenAnExecFailsIsCountedOnce) {
  Program program;
  const auto store = program.store_place(8);
  program.store(store, 0, uint64_t{1});
  program.finish();
  hagstone_stores.window_ends();
  program.finish();
  EXPECT_EQ(program.without(dead, store).unfinished, 8u);
  EXPECT_EQ(program.without(silent, store).unfinished, 8u);
}

TEST(DeadStores, ChildOfAForkHasHadNoWindow) {
  Program program;
  const auto store = program.store_place(8);
  hagstone_stores.window_ends();
  hagstone_stores.after_fork();
  program.store(store, 0, uint64_t{1});
  program.finish();
  program.store(store, 0, uint64_t{1});
  EXPECT_EQ(program.pair(dead, store, store).bytes, 8u);
}

TEST(DeadStores, OneToolAloneCountsNothingForTheOther) {
  Program program(1ull << dead);
  const auto store = program.store_place(8);
  program.store(store, 0, uint64_t{1});
  program.store(store, 0, uint64_t{1});
  program.free(0, 8);
  program.finish();
  EXPECT_EQ(program.engine.pairs.size(), 1u);
  EXPECT_EQ(program.engine.counters.size(), 1u);
}

TEST(DeadStores, AreAllCountedInVeryManyPairs) {
  Program program(1ull << dead, 8);
  std::vector<Program::Place> places;
  for (int i = 0; i < 300; i++) places.push_back(program.store_place(8));
  for (const auto &first : places)
    for (const auto &second : places) {
      program.store(first, 0, uint64_t{1});
      program.store(second, 0, uint64_t{1});
    }
  uint64_t instances = 0;
  program.finish();
  for (const hagstone_exact_pair &pair : program.engine.all_pairs()) instances += pair.instances;
  EXPECT_EQ(instances, 2u * 300 * 300 - 1);
}

// One place stores them one by one, then another one all at once; they were never stored before.
TEST(DeadStores, PartsOfAGranuleThatNobodyStoredBecomeOneByOneAWhole) {
  for (const bool through_code : {false, true}) {
    Program program;
    program.through_code = through_code;
    const auto byte = program.store_place(1), half = program.store_place(2), word = program.store_place(8);
    for (size_t i = 0; i < 4; i++) program.store(byte, i, uint8_t{1});
    for (size_t i = 4; i < 8; i += 2) program.store(half, i, uint16_t{1});
    EXPECT_EQ(program.without(dead, byte).first, 4u);
    EXPECT_EQ(program.without(silent, byte).first, 4u);
    EXPECT_EQ(program.without(dead, half).first, 4u);
    program.store(word, 0, uint64_t{2});
    EXPECT_EQ(program.pair(dead, byte, word).bytes, 4u);
    EXPECT_EQ(program.pair(dead, half, word).bytes, 4u);
    EXPECT_EQ(program.without(dead, word).first, 0u);
    program.finish();
    EXPECT_EQ(program.without(dead, word).unfinished, 8u);
    EXPECT_EQ(program.without(silent, word).unfinished, 8u);
  }
}

// Also if only the second half of the store is in a page without stores.
TEST(DeadStores, FirstStoresOfSeveralPagesAreFoundAtTheEnd) {
  for (const bool through_code : {false, true}) {
    Program program;
    program.through_code = through_code;
    const auto store = program.store_place(8);
    program.store(store, 4092, uint64_t{1});
    program.finish();
    EXPECT_EQ(program.without(dead, store).unfinished, 8u);
  }
}

// System calls store that much at once. Counts of a pair not yet in the recording have 32 bits, in two tables; other
// pairs displace them from the first one.
TEST(DeadStores, BytesOfAPairBeyond32BitsAreAllCounted) {
  Program program(1ull << dead, 8);
  std::vector<hagstone_place> places;
  for (int i = 0; i < 300; i++) {
    const auto place = program.store_place(8);
    places.push_back(hagstone_place_of(place.context, place.site->id));
  }
  const auto add = [](hagstone_place watch, hagstone_place trap, uint64_t bytes) {
    const hagstone_pair_key pair = {watch, trap, 0, 0};
    hagstone_add_store_pair(&pair, bytes, 0);
  };
  constexpr uint64_t half = 1ull << 31;
  const auto large = program.store_place(8);
  const hagstone_place place = hagstone_place_of(large.context, large.site->id);
  add(place, place, half - 1);
  for (const hagstone_place watch : places)
    for (const hagstone_place trap : places) add(watch, trap, 1);
  add(place, place, half - 1);
  add(place, place, half);
  hagstone_stores.refresh();
  EXPECT_EQ(program.pair(dead, large, large).bytes, 3 * half - 2);
  EXPECT_EQ(program.pair(dead, large, large).instances, 3u);
}

TEST(DeadStores, NoRoomInTheRecordingIsCounted) {
  Program program(1ull << dead);
  const auto store = program.store_place(8);
  program.engine.full = true;
  for (int i = 0; i < 3; i++) program.store(store, 0, uint64_t{1});
  hagstone_stores.refresh();
  EXPECT_EQ(program.engine.statistics[HAGSTONE_STATISTIC_dropped_pairs_full], 3u);
}

// A killed process's counts must all be from one time.
TEST(SilentStores, CountedAtTheirSiteAreInTheRecordingAtOnce) {
  Program program(1ull << silent);
  const auto store = program.store_place(8);
  const hagstone_place place = hagstone_place_of(store.context, store.site->id);
  const hagstone_pair_key pair = {place, place, 0, 0};
  hagstone_add_silent_store_pairs(&pair, 3, 24);
  EXPECT_EQ(program.pair(silent, store, store).instances, 3u);
  hagstone_add_silent_store_pairs(&pair, 1ull << 30, 8ull << 30);
  EXPECT_EQ(program.pair(silent, store, store).instances, (1ull << 30) + 3);
  EXPECT_EQ(program.pair(silent, store, store).bytes, (8ull << 30) + 24);
}

TEST(SilentStores, TheSameValueIsRedundantWhateverIsLoadedInBetween) {
  Program program;
  const auto store = program.store_place(4), load = program.load_place(4);
  program.store(store, 0, uint32_t{7});
  program.load(load, 0, 4);
  program.store(store, 0, uint32_t{7});
  program.store(store, 0, uint32_t{8});
  EXPECT_EQ(program.pair(silent, store, store).bytes, 4u);
  EXPECT_EQ(program.pair(silent, store, store).instances, 1u);
  EXPECT_EQ(program.pair(silent, store, store).flags, 0u);
}

TEST(SilentStores, AStoreIsSilentWholeOrNotAtAll) {
  Program program;
  const auto low = program.store_place(4), high = program.store_place(4), wide = program.store_place(8);
  program.store(low, 0, uint32_t{1});
  program.store(high, 4, uint32_t{2});
  program.store(wide, 0, uint64_t{2} << 32 | 1);
  EXPECT_EQ(program.pair(silent, low, wide).bytes, 4u);
  EXPECT_EQ(program.pair(silent, high, wide).bytes, 4u);
  program.store(wide, 0, uint64_t{2} << 32 | 3);
  EXPECT_EQ(program.pair(silent, wide, wide).bytes, 0u);
}

TEST(SilentStores, AByteWithoutAnEarlierStoreMakesTheWholeNew) {
  Program program;
  const auto byte = program.store_place(1), wide = program.store_place(8);
  program.store(byte, 3, uint8_t{0});
  program.store(wide, 0, uint64_t{0});
  EXPECT_EQ(program.pair(silent, byte, wide).bytes, 0u);
  EXPECT_EQ(program.without(silent, wide).first, 7u);
}

TEST(SilentStores, FloatingPointIsSilentWithinTheTolerance) {
  Program program;
  const auto store = program.store_place(8, HAGSTONE_ELEMENT_F64), byte = program.store_place(8);
  program.store(store, 0, 100.0);
  program.store(store, 0, 100.9);
  EXPECT_EQ(program.pair(silent, store, store).bytes, 8u);
  EXPECT_EQ(program.pair(silent, store, store).flags, uint32_t{HAGSTONE_PAIR_APPROXIMATE});
  program.store(store, 0, 103.0);
  EXPECT_EQ(program.pair(silent, store, store).bytes, 8u);
  program.store(byte, 0, 103.1);
  EXPECT_EQ(program.pair(silent, store, byte).bytes, 0u);
}

// Most doubles are compared in few steps: the result must not show it.
TEST(SilentStores, DoublesCompareAsEverywhere) {
  constexpr double infinity = std::numeric_limits<double>::infinity(), tiny = 5e-324;
  const std::vector<double> values = {
      0.0,        -0.0,          1.0,          1.01,   1.0100000000000002, 1.0099999999999998, 0.99, -1.0,   1e308,
      100,        101,           1e306,        -1e308, infinity,           -infinity,          tiny, 1e-310, 2 * tiny,
      1.005e-310, std::nan("1"), std::nan("2")};
  for (const uint32_t tolerance : {0u, 10'000'000u, 1'000'000'000u}) {
    Program program(1ull << silent, 8192, tolerance);
    program.through_code = true;
    uint64_t repeated = 0;
    const auto store = program.store_place(8, HAGSTONE_ELEMENT_F64);
    for (const double earlier : values)
      for (const double later : values) {
        program.free(0, 8);
        program.store(store, 0, earlier);
        program.store(store, 0, later);
        repeated += static_cast<uint64_t>(hagstone_element_repeats(HAGSTONE_ELEMENT_F64, &earlier, &later, tolerance));
        EXPECT_EQ(program.pair(silent, store, store).instances, repeated) << earlier << " then " << later;
      }
  }
}

TEST(SilentStores, OneElementOfAVectorMakesTheWholeNew) {
  Program program;
  const auto store = program.store_place(16, HAGSTONE_ELEMENT_F32);
  program.store(store, 0, std::array{1.0f, 2.0f, 3.0f, 4.0f});
  program.store(store, 0, std::array{1.001f, 2.0f, 3.0f, 4.0f});
  EXPECT_EQ(program.pair(silent, store, store).bytes, 16u);
  program.store(store, 0, std::array{1.0f, 2.0f, 3.0f, 5.0f});
  EXPECT_EQ(program.pair(silent, store, store).bytes, 16u);
}

TEST(SilentStores, AnUnknownValueBeforeIsNotRepeated) {
  Program program;
  const auto store = program.store_place(0);
  const std::array<uint8_t, 4> zeros = {};
  program.store_bytes(store, 0, zeros, true);
  program.store_bytes(store, 0, zeros, false);
  EXPECT_EQ(program.pair(silent, store, store).bytes, 0u);
  EXPECT_EQ(program.pair(dead, store, store).bytes, 4u);
}

class Threads : public ::testing::Test {
 protected:
  Threads() { hagstone_stores.several_threads(); }
  Program program;
  const Program::Place own = program.store_place(8), own_load = program.load_place(8);
  const Program::Place others = program.store_place(8, 0, 2), others_load = program.load_place(8, 2);
};

TEST_F(Threads, TheSameThreadsNextStoreDecides) {
  program.store(own, 0, uint64_t{1});
  program.store(others, 0, uint64_t{2});
  program.store(own, 0, uint64_t{1});
  EXPECT_EQ(program.pair(dead, own, own).bytes, 0u);
  EXPECT_EQ(program.pair(dead, own, own).interleaved_bytes, 8u);
  EXPECT_EQ(program.pair(dead, own, own).interleaved_instances, 1u);
  EXPECT_EQ(program.pair(silent, own, own).interleaved_bytes, 8u);  // its own value before
  EXPECT_EQ(program.pair(dead, own, others).bytes, 0u);
  EXPECT_EQ(program.without(dead, others).first, 8u);
}

TEST_F(Threads, AUseWithAnotherThreadInBetweenIsInterleaved) {
  program.store(own, 0, uint64_t{1});
  program.load(others_load, 4, 1);
  program.load(own_load, 0, 8);
  EXPECT_EQ(program.without(dead, own).interleaved, 1u);
  program.store(own, 0, uint64_t{5});
  EXPECT_EQ(program.without(silent, own).interleaved, 8u);
}

TEST_F(Threads, OtherBytesOfAGranuleAreTheirOwnMatter) {
  const auto low = program.store_place(2), high = program.store_place(2, 0, 2);
  for (int i = 0; i < 3; i++) {
    program.store(low, 0, uint16_t{1});
    program.store(high, 2, uint16_t{1});
  }
  EXPECT_EQ(program.pair(dead, low, low).bytes, 4u);
  EXPECT_EQ(program.pair(dead, high, high).bytes, 4u);
  EXPECT_EQ(program.pair(silent, low, low).bytes, 4u);
  EXPECT_EQ(program.pair(dead, low, low).interleaved_bytes, 0u);
}

TEST_F(Threads, WhatNoOwnAccessFollowsIsUnfinishedOrFreed) {
  program.store(own, 0, uint64_t{1});
  program.load(others_load, 0, 8);
  program.store(own, 8, uint64_t{1});
  program.load(others_load, 8, 8);
  program.free(0, 8);
  program.finish();
  EXPECT_EQ(program.without(dead, own).freed, 8u);
  EXPECT_EQ(program.without(dead, own).unfinished, 8u);
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
