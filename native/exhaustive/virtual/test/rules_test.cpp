// SPDX-License-Identifier: GPL-2.0-or-later
// The rules of the sampler, one by one (metrics.md section 2; native/agent/sampling).
#include <gtest/gtest.h>

#include <cmath>

#include "common/compare.h"
#include "virtual_run.h"

namespace {

using hagstone::exhaustive::testing::VirtualRun;

constexpr uint64_t ruled_place = 0x10000;

std::string dense(const std::string &tool, const std::string &more = "") {
  return "tool=" + tool + ",period=2,registers=16" + more;
}

// Until the next access of that kind is one that PMUs of period 2 sample.
template <typename Access>
void get_in_step(VirtualRun &run, Access access) {
  const uint64_t before = run.statistic(HAGSTONE_STATISTIC_samples);
  for (uint64_t i = 0; run.statistic(HAGSTONE_STATISTIC_samples) == before; i++) access(0x7000'0000 + 64 * i);
  access(0x7000'8000);
}

void sampled_store(VirtualRun &run, int instruction, uint64_t address, uint32_t bytes) {
  get_in_step(run, [&](uint64_t elsewhere) { run.stored(99, elsewhere, 8); });
  run.stored(instruction, address, bytes);
}

// Loads with values are sampled in memory that exists.
template <typename T>
void sampled_read(VirtualRun &run, int instruction, const T *source) {
  static const uint64_t elsewhere[2] = {};
  uint64_t turn = 0;
  get_in_step(run, [&](uint64_t) { run.read(99, &elsewhere[turn++ % 2]); });
  run.read(instruction, source);
}

TEST(Rules, AReadModifyWriteUsesTheStoreBefore) {
  VirtualRun run({dense("dead-stores")});
  sampled_store(run, 1, ruled_place, 8);
  run.modified(2, ruled_place, 8);
  ASSERT_EQ(run.pairs().size(), 1u);
  EXPECT_EQ(run.pairs()[0].relation, HAGSTONE_RELATION_USED_BY);
}

TEST(Rules, APartOfAVectorSpeaksForAllOfIt) {
  VirtualRun run({dense("dead-stores", ",seed=3")});
  sampled_store(run, 1, ruled_place, 32);
  run.load(2, ruled_place, 32);
  ASSERT_EQ(run.pairs().size(), 1u);
  const auto used = run.pairs()[0];
  EXPECT_EQ(used.relation, HAGSTONE_RELATION_USED_BY);
  EXPECT_EQ(used.bytes, 32u);
  EXPECT_EQ(used.partial, 1u);
  EXPECT_EQ(used.amount, used.credit * 2 * 32);
}

TEST(Rules, OnlyTheWatchedBytesTrap) {
  VirtualRun run({dense("dead-stores")});
  sampled_store(run, 1, ruled_place + 4, 2);
  run.load(2, ruled_place, 4);
  run.load(2, ruled_place + 6, 2);
  run.load(2, ruled_place - 8, 8);
  EXPECT_EQ(run.share_of(HAGSTONE_RELATION_USED_BY), 0);
  run.load(2, ruled_place + 5, 1);
  EXPECT_GT(run.share_of(HAGSTONE_RELATION_USED_BY), 0);
}

// Waste of a context comes back late, its use at once: attribution lets the use speak for waste that lost its register, the
// ends by inclusion probability do not.
TEST(Rules, EndsByInclusionProbabilityAreThoseOfTheContext) {
  constexpr uint64_t lines = 400, rounds = 300;
  VirtualRun run({"tool=dead-stores,period=11,registers=4"});
  for (uint64_t round = 0; round < rounds; round++)
    for (uint64_t i = 0; i < lines; i++) {
      run.stored(1, ruled_place + 64 * i, 8);
      if (i % 2) run.load(2, ruled_place + 64 * i, 8);
    }
  run.finish();
  double waste = 0, use = 0;
  for (const hagstone_watch_context &context : run.contexts()) {
    waste += context.weighed_waste;
    use += context.weighed_use;
  }
  const double samples = static_cast<double>(run.statistic(HAGSTONE_STATISTIC_samples));
  EXPECT_LT(run.share_of(HAGSTONE_RELATION_KILLED_BY), 0.4);
  EXPECT_NEAR(waste / (waste + use), 0.5, 0.03);
  EXPECT_NEAR((waste + use) / 8, samples, samples * 0.05);
}

// Two samples of one context, both armed: each trap represents its own share (WITCH 4.2).
TEST(Rules, WatchesOfOneContextShareItsBacklog) {
  VirtualRun run({dense("dead-stores")});
  sampled_store(run, 1, ruled_place, 8);
  run.stored(99, ruled_place + 64, 8);
  run.stored(1, ruled_place + 8, 8);
  run.load(2, ruled_place, 8);
  ASSERT_EQ(run.pairs().size(), 1u);
  EXPECT_EQ(run.pairs()[0].credit, 1);
}

// A vector access touches watched bytes in any of the words that it covers.
TEST(Rules, AWideAccessTrapsEveryWatchThatItTouches) {
  VirtualRun run({dense("dead-stores")});
  for (uint64_t i = 0; i < 8; i++) run.stored(1, ruled_place + 8 * i, 8);
  const uint64_t armed = run.statistic(HAGSTONE_STATISTIC_armed);
  EXPECT_EQ(armed, 4u);
  run.load(2, ruled_place + 4, 56);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_traps), armed);
}

TEST(Rules, BytesThatAreWatchedAreNotWatchedTwice) {
  VirtualRun run({dense("silent-stores+redundant-loads")});
  uint64_t elsewhere[64] = {}, value = 0;
  uint64_t turn = 0;
  get_in_step(run, [&](uint64_t) { run.write<uint64_t>(99, &elsewhere[turn++], 1); });
  run.write<uint64_t>(1, &value, 7);
  sampled_read(run, 2, &value);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_dropped_overlap), 1u);
}

TEST(Rules, LoadsBetweenLeaveSilentStoresAlone) {
  VirtualRun run({"tool=silent-stores,period=3"});
  uint64_t value[4] = {};
  for (int round = 0; round < 3000; round++) {
    run.write<uint64_t>(1, &value[0], 7);
    run.read(2, &value[0]);
    run.write<uint64_t>(3, &value[1], static_cast<uint64_t>(round));
    run.read(2, &value[1]);
  }
  const uint64_t samples = run.statistic(HAGSTONE_STATISTIC_samples);
  EXPECT_NEAR(run.share_of(HAGSTONE_RELATION_REDUNDANT_WITH), 0.5, 4.9 * 0.5 / std::sqrt(static_cast<double>(samples)));
  for (const auto &[pair, share] : run.shares()) EXPECT_EQ(pair.first, pair.second);
}

TEST(Rules, FloatingPointRepeatsWithinTheTolerance) {
  for (uint32_t tolerance : {10'000'000u, 0u}) {
    VirtualRun run({"tool=silent-stores,period=3"});
    run.engine().tolerance = tolerance;
    double value = 1;
    for (int round = 0; round < 300; round++) run.write(1, &value, 1 + 0.001 * (round % 2), HAGSTONE_ELEMENT_F64);
    EXPECT_EQ(run.share_of(HAGSTONE_RELATION_REDUNDANT_WITH), tolerance ? 1 : 0);
    for (const hagstone_pair &pair : run.pairs()) EXPECT_EQ(pair.flags, HAGSTONE_PAIR_APPROXIMATE);
  }
}

TEST(Rules, StoresLeaveARedundantLoadsWatchArmedForAWhile) {
  VirtualRun run({dense("redundant-loads")});
  uint64_t value = 5, other = 5;
  sampled_read(run, 1, &value);
  const uint64_t traps = run.statistic(HAGSTONE_STATISTIC_traps);
  for (uint64_t i = 0; i < 10; i++) run.write(2, &value, i);
  run.write<uint64_t>(2, &value, 5);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_kept_traps), 11u);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_traps), traps);
  run.read(3, &value);
  EXPECT_EQ(run.pairs().back().relation, HAGSTONE_RELATION_REDUNDANT_WITH);
  sampled_read(run, 1, &other);
  for (uint64_t i = 0; i < 20; i++) run.write(2, &other, i);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_kept_traps), 11u + 16u);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_dropped_kept_too_often), 1u);
}

TEST(Rules, TheStoreOfASampledReadModifyWriteIsItsOwn) {
  VirtualRun run({dense("redundant-loads")});
  uint64_t value = 5;
  sampled_read(run, 1, &value);
  run.stored(1, reinterpret_cast<uint64_t>(&value), 8);  // of the same instruction
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_own_traps), 1u);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_kept_traps), 0u);
  run.stored(1, reinterpret_cast<uint64_t>(&value), 8);  // its next execution
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_own_traps), 1u);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_kept_traps), 1u);
}

// Memory beyond the page of the access is not read: it may be gone.
TEST(Rules, ValuesAreReadWithinThePagesOfTheAccess) {
  VirtualRun run({dense("silent-stores")});
  const auto memory = run.engine().program_memory(4096);
  for (uint32_t *element : {reinterpret_cast<uint32_t *>(&memory[0]), reinterpret_cast<uint32_t *>(&memory[4092])})
    for (int i = 0; i < 4; i++) run.write<uint32_t>(1, element, 9);
  EXPECT_EQ(run.share_of(HAGSTONE_RELATION_REDUNDANT_WITH), 1);
}

TEST(Rules, EveryThreadHasRegistersOfItsOwn) {
  VirtualRun run({dense("dead-stores")});
  sampled_store(run, 1, ruled_place, 8);
  run.load(2, ruled_place, 8, 2);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_traps), 0u);
  run.end_thread(1);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_unfinished), run.statistic(HAGSTONE_STATISTIC_armed));
  run.load(2, ruled_place, 8, 1);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_traps), 0u);
}

// The next owner of the memory did not overwrite the earlier stores.
TEST(Rules, MemoryThatEndsEndsWhatIsWatchedThere) {
  for (const uint64_t bytes : {64ull, 1ull << 20}) {  // looked for word by word, and register by register
    VirtualRun run({dense("dead-stores")});
    sampled_store(run, 1, ruled_place, 8);
    run.end_memory(ruled_place + 8, bytes);
    run.end_memory(ruled_place - bytes, bytes);
    EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_freed), 0u);
    run.end_memory(ruled_place, bytes);
    EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_freed), 1u);
    run.stored(2, ruled_place, 8);
    EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_traps), 0u);
  }
}

TEST(Rules, MemoryThatMovesEndsAtBothPlaces) {
  VirtualRun run({dense("dead-stores")});
  sampled_store(run, 1, ruled_place, 8);
  run.stored(99, ruled_place + 4096, 8);
  run.stored(1, ruled_place + 8192, 8);
  run.move_memory(ruled_place, ruled_place + 8192, 4096);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_freed), 2u);
}

TEST(Rules, AnyThreadEndsMemoryForAll) {
  VirtualRun run({dense("dead-stores")});
  get_in_step(run, [&](uint64_t elsewhere) { run.stored(99, elsewhere, 8, 2); });
  run.stored(1, ruled_place, 8, 2);
  run.load(99, ruled_place, 8, 1);
  run.end_memory(ruled_place, 8);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_freed), 1u);
}

// A quarter of one context's stores is overwritten and three quarters end with their memory: they are not taken for more of
// the quarter, beside another context's that are all used.
TEST(Rules, EndedMemoryStandsForItsShareOfTheSamples) {
  for (const char *attribution : {"proportional", "none"}) {
    VirtualRun run({"tool=dead-stores,period=7,registers=4,attribution=" + std::string(attribution)});
    uint64_t rounds = 40'000;
    for (uint64_t round = 0; round < rounds; round++) {
      const uint64_t block = ruled_place + 4096 * (round % 7);
      run.stored(1, block, 8);
      run.stored(2, ruled_place - 64, 8);
      run.load(3, ruled_place - 64, 8);
      if (round % 4 == 0) run.stored(4, block, 8);
      run.end_memory(block, 64);
    }
    run.finish();
    const double samples = static_cast<double>(run.statistic(HAGSTONE_STATISTIC_samples));
    double killed = 0, used = 0, accounted = 0;
    for (const hagstone_pair &pair : run.pairs())
      (pair.relation == HAGSTONE_RELATION_KILLED_BY ? killed : used) += pair.credit;
    for (const hagstone_watch_context &context : run.contexts()) accounted += context.accounted;
    // One of nine stores is dead, four are used, and four end. The bound is binomial, with room for dependence within blocks.
    const double bound = 8 * std::sqrt(samples / 4);
    EXPECT_NEAR(killed, samples / 9, bound) << attribution;
    EXPECT_NEAR(used, samples * 4 / 9, bound) << attribution;
    EXPECT_NEAR(accounted, samples, bound) << attribution;
  }
}

TEST(Rules, OnlyPmusThatSeeTheKernelTrapForSystemCalls) {
  VirtualRun run({dense("dead-stores"), dense("dead-stores", ",kernel=yes")});
  sampled_store(run, 1, ruled_place, 8);
  run.system_call(HAGSTONE_LOAD, ruled_place - 100, 200);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_traps, 0), 0u);
  ASSERT_EQ(run.pairs(1).size(), 1u);
  EXPECT_EQ(run.pairs(1)[0].relation, HAGSTONE_RELATION_USED_BY);
}

// The kernel stores by words: half of 128 are sampled, none by hardware.
TEST(Rules, OnlyPmusThatSeeTheKernelCountItsAccesses) {
  VirtualRun run({dense("dead-stores"), dense("dead-stores", ",kernel=yes")});
  run.system_call(HAGSTONE_STORE, ruled_place + 3, 1024);
  run.finish();
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_samples, 0), 0u);
  EXPECT_NEAR(static_cast<double>(run.statistic(HAGSTONE_STATISTIC_samples, 1)), 129 / 2.0, 0.6);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_accesses, 0), 0u);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_accesses, 1), 129u);
}

TEST(Rules, SkidMovesSamplesAndKeepsTheirNumber) {
  VirtualRun run({"tool=dead-stores,period=101", "tool=dead-stores,period=101,skid=50"});
  for (uint64_t i = 0; i < 101'000; i++) run.stored(static_cast<int>(i % 101), ruled_place + i * 8, 8);
  EXPECT_EQ(run.statistic(HAGSTONE_STATISTIC_samples, 0), 1000u);
  EXPECT_NEAR(static_cast<double>(run.statistic(HAGSTONE_STATISTIC_samples, 1)), 1000, 1);
  EXPECT_EQ(run.contexts(0).size(), 1u);
  EXPECT_EQ(run.contexts(1).size(), 51u);
}

TEST(Rules, SamplesAreAllAccountedFor) {
  VirtualRun run({"tool=dead-stores+redundant-loads+reuse-distance,period=7,registers=3"});
  for (uint64_t i = 0; i < 100'000; i++) {
    run.stored(1, ruled_place + (i * 7919) % 4096 * 8, 8);
    run.load(2, reinterpret_cast<uint64_t>(&i) & ~7ull, 4);
    if (i % 100 == 0) run.end_memory(ruled_place + i % 4096 * 8, 512);
  }
  run.finish();
  const auto count = [&](enum hagstone_statistic which) { return run.statistic(which); };
  EXPECT_EQ(count(HAGSTONE_STATISTIC_samples), count(HAGSTONE_STATISTIC_armed) + count(HAGSTONE_STATISTIC_not_chosen) +
                                                   count(HAGSTONE_STATISTIC_dropped_overlap));
  EXPECT_EQ(count(HAGSTONE_STATISTIC_armed), count(HAGSTONE_STATISTIC_traps) + count(HAGSTONE_STATISTIC_replaced) +
                                                 count(HAGSTONE_STATISTIC_freed) + count(HAGSTONE_STATISTIC_unfinished));
  EXPECT_EQ(count(HAGSTONE_STATISTIC_accesses), 200'000u);
  uint64_t sampled = 0;
  for (const hagstone_watch_context &context : run.contexts()) sampled += context.sampled;
  EXPECT_EQ(sampled, count(HAGSTONE_STATISTIC_samples));
}

// The recording ended for lack of space: the program continues, and losses are counted.
TEST(Rules, AFullRecordingEndsQuietly) {
  VirtualRun run({dense("dead-stores")});
  sampled_store(run, 1, ruled_place, 8);
  run.recording().full = true;
  for (uint64_t i = 0; i < 200; i++) run.stored(static_cast<int>(100 + i), ruled_place + 64 * i, 8);
  EXPECT_GT(run.statistic(HAGSTONE_STATISTIC_dropped_no_context), 50u);
}

}  // namespace
