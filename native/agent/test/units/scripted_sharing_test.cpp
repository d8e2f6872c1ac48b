// SPDX-License-Identifier: MIT
// False sharing between two threads whose samples and accesses are written down.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <memory>

#include "pmu/testing/sampled_code.h"
#include "pmu/testing/scripted_thread.h"
#include "sampling/tools/false_sharing.h"
#include "sampling/tools/line_part.h"

namespace hagstone {
namespace {

using namespace testing;

constexpr double one_in_a_million = 4.9;    // standard deviations
constexpr uint64_t loads_event = 1, stores_event = 2;   // ids of the events
constexpr uint64_t never_old = 1'000'000'000'000;  // ns

alignas(64) uint64_t line[8] = {};
alignas(64) uint64_t another_line[8] = {};
alignas(64) uint64_t elsewhere[8] = {};
uint64_t word_of_line(size_t i) { return reinterpret_cast<uint64_t>(&line[i]); }

// The watcher's processor; the publisher is on processor 0.
uint32_t watchers_processor = 1;

ScriptedThread::Setup sharing_setup(uint32_t index, uint64_t period) {
  ScriptedThread::Setup setup;
  setup.processor = index == 1 ? [] { return 0u; } : [] { return watchers_processor; };
  setup.tools = {&false_sharing};
  setup.events = {{WantedAccess::loads, false}, {WantedAccess::stores, false}};
  setup.driver = HAGSTONE_DRIVER_CPU_TIME;
  setup.period = period;
  setup.index = index;
  setup.seed = index;
  return setup;
}

class ScriptedSharing : public ::testing::Test {
 protected:
  explicit ScriptedSharing(uint64_t period = never_old)
      : publisher_(sharing_setup(1, period)), watcher_(sharing_setup(2, period)) {
    forget_published_accesses();
    watchers_processor = 1;
  }
  // The watcher samples its own access, and takes a published one.
  void take() { watcher_.sample(stores_event, {hagstone_store_other, reinterpret_cast<uint64_t>(elsewhere)}); }

  // Samples of the watcher that were decided.
  double accounted() const {
    double sum = 0;
    for (const hagstone_watch_context &context : watcher_.watch_contexts()) sum += context.accounted;
    return sum;
  }

  ScriptedThread publisher_, watcher_;
};

struct Credit {
  double shared_bytes = 0, rest_of_line = 0;
};

Credit credit_of(const ScriptedThread &thread) {
  Credit credit;
  for (const hagstone_shared_pair &shared : thread.shared_pairs())
    (shared.pair.flags & HAGSTONE_PAIR_OVERLAP ? credit.shared_bytes : credit.rest_of_line) += shared.pair.credit;
  return credit;
}

// The other thread touches the published word and two others: one place of true and two of false sharing.
TEST_F(ScriptedSharing, CountsThePlacesThatTheOtherThreadTouches) {
  constexpr int rounds = 4000;
  for (int round = 0; round < rounds; round++) {
    publisher_.sample(stores_event, {hagstone_store_word, word_of_line(2)});
    take();
    for (size_t touched : {2, 0, 7}) watcher_.execute({hagstone_store_word, word_of_line(touched)});
    watcher_.stop();
  }
  const Credit credit = credit_of(watcher_);
  EXPECT_EQ(credit.shared_bytes, rounds);
  // Two registers of seven words, of which two are touched: hypergeometric.
  const double spread = std::sqrt(rounds * 2 * 2.0 / 7 * 5.0 / 7 * 5.0 / 6);
  EXPECT_NEAR(credit.rest_of_line, 2 * rounds, one_in_a_million * 3.5 * spread);
  EXPECT_EQ(accounted(), rounds);
}

// With one register left, it watches the one or the other.
TEST_F(ScriptedSharing, CountsThemWithOneRegisterToo) {
  ScriptedThread::Setup setup = sharing_setup(3, never_old);
  setup.watch_registers = 1;
  ScriptedThread poor(setup);
  constexpr int rounds = 4000;
  for (int round = 0; round < rounds; round++) {
    publisher_.sample(stores_event, {hagstone_store_word, word_of_line(2)});
    poor.sample(stores_event, {hagstone_store_other, reinterpret_cast<uint64_t>(elsewhere)});
    for (size_t touched : {2, 0, 7}) poor.execute({hagstone_store_word, word_of_line(touched)});
    poor.stop();
  }
  const Credit credit = credit_of(poor);
  const double own_chance = 1.0 / 2, rest_chance = 2.0 / 14;
  EXPECT_NEAR(credit.shared_bytes, rounds, one_in_a_million * 2 * std::sqrt(rounds * own_chance * (1 - own_chance)));
  EXPECT_NEAR(credit.rest_of_line, 2 * rounds, one_in_a_million * 14 * std::sqrt(rounds * rest_chance * (1 - rest_chance)));
}

// The watcher's own sample is in the line: no register is needed. It sometimes touches another place.
TEST_F(ScriptedSharing, IsKnownAtOnceWhereTheSampledAccessTouchesTheLine) {
  constexpr int rounds = 4000;
  for (int round = 0; round < rounds; round++) {
    publisher_.sample(stores_event, {hagstone_store_word, word_of_line(2)});
    watcher_.sample(stores_event, {hagstone_store_word, word_of_line(round % 2 ? 2 : 5)});
    if (round % 4 == 0) watcher_.execute({hagstone_store_word, word_of_line(6)});
    watcher_.stop();
  }
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_published_met), rounds);
  const Credit credit = credit_of(watcher_);
  EXPECT_EQ(credit.shared_bytes, rounds / 2);
  // If word 5 was met, two registers watch two of the six others.
  const double chance = 2.0 / 6, others = rounds / 4;
  EXPECT_NEAR(credit.rest_of_line, rounds / 2 + others, one_in_a_million * 3 * std::sqrt(others * chance * (1 - chance)));
  EXPECT_EQ(accounted(), rounds);
}

TEST_F(ScriptedSharing, WhatBothLoadedIsWatchedForStores) {
  publisher_.sample(loads_event, {hagstone_load_word, word_of_line(2)});
  watcher_.sample(loads_event, {hagstone_load_word, word_of_line(5)});
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_published_met), 0u);
  unsigned watched = 0;
  for (const auto &[slot, armed] : watcher_.armed()) {
    EXPECT_EQ(armed.breakpoint.on, BreakOn::write);
    watched += armed.breakpoint.address == word_of_line(5);
  }
  EXPECT_EQ(watched, 1u);
  watcher_.execute({hagstone_store_word, word_of_line(5)});
  ASSERT_EQ(watcher_.shared_pairs().size(), 1u);
  EXPECT_EQ(watcher_.shared_pairs()[0].pair.credit, 1);
}

// Threads take turns on a processor: lines that would move between several count as shared.
TEST_F(ScriptedSharing, IsCountedAmongThreadsThatTakeTurns) {
  watchers_processor = 0;
  constexpr int rounds = 4000;
  for (int round = 0; round < rounds; round++) {
    publisher_.sample(stores_event, {hagstone_store_word, word_of_line(2)});
    take();
    for (size_t touched : {2, 0, 7}) watcher_.execute({hagstone_store_word, word_of_line(touched)});
    watcher_.stop();
  }
  const Credit credit = credit_of(watcher_);
  EXPECT_EQ(credit.shared_bytes, rounds);
  const double spread = std::sqrt(rounds * 2 * 2.0 / 7 * 5.0 / 7 * 5.0 / 6);
  EXPECT_NEAR(credit.rest_of_line, 2 * rounds, one_in_a_million * 3.5 * spread);
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_published_in_turns), uint64_t{rounds});
  EXPECT_GE(watcher_.statistic(HAGSTONE_STATISTIC_shared_in_turns), uint64_t{rounds});
  EXPECT_EQ(accounted(), rounds);
}

TEST_F(ScriptedSharing, IsInTurnsAfterTheThreadMovedToThePublishersProcessor) {
  publisher_.sample(stores_event, {hagstone_store_word, word_of_line(2)});
  take();
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_published_in_turns), 0u);
  watchers_processor = 0;
  watcher_.execute({hagstone_store_word, word_of_line(2)});
  EXPECT_EQ(watcher_.shared_pairs().size(), 1u);
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_shared_in_turns), 1u);
  EXPECT_EQ(accounted(), 1);
}

// All free registers watch a line, and the first one keeps it.
TEST_F(ScriptedSharing, FurtherWatchesMakeWay) {
  const auto in_line = [&](const uint64_t *start) {
    unsigned count = 0;
    for (const auto &[slot, armed] : watcher_.armed())
      count += line_of(armed.breakpoint.address) == reinterpret_cast<uint64_t>(start);
    return count;
  };
  publisher_.sample(stores_event, {hagstone_store_word, word_of_line(2)});
  take();
  EXPECT_EQ(in_line(line), 3u);
  publisher_.sample(stores_event, {hagstone_store_word, reinterpret_cast<uint64_t>(&another_line[2])});
  take();
  EXPECT_EQ(in_line(line), 1u);
  EXPECT_EQ(in_line(another_line), 2u);
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_replaced), 0u);
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_published_spare), 2u);
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_armed), 2u);
}

TEST_F(ScriptedSharing, RecordsWhoAndWhere) {
  for (int round = 0; round < 100; round++) {
    publisher_.sample(stores_event, {hagstone_store_word, word_of_line(3)});
    take();
    for (size_t i = 0; i < 8; i++) watcher_.execute({hagstone_load_word, word_of_line(i)});
  }
  const auto pairs = watcher_.shared_pairs();
  ASSERT_EQ(pairs.size(), 2u);
  for (const hagstone_shared_pair &shared : pairs) {
    EXPECT_EQ(shared.pair.tool, HAGSTONE_TOOL_FALSE_SHARING);
    EXPECT_EQ(shared.pair.relation, HAGSTONE_RELATION_SHARED_WITH);
    EXPECT_EQ(shared.watch_stores, 1u);
    EXPECT_EQ(shared.trap_stores, 0u);
    EXPECT_NE(shared.line_module, HAGSTONE_MODULE_UNKNOWN);
    EXPECT_EQ(shared.line_offset % line_bytes, 0u);
  }
  EXPECT_TRUE(watcher_.pairs().empty());
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_shared_in_turns), 0u);
  EXPECT_TRUE(publisher_.shared_pairs().empty());
}

TEST_F(ScriptedSharing, HasNoModuleOnTheHeap) {
  const auto heap = std::make_unique<uint64_t[]>(64);
  const uint64_t address = line_of(reinterpret_cast<uint64_t>(heap.get()) + line_bytes);
  for (int round = 0; round < 20; round++) {
    publisher_.sample(stores_event, {hagstone_store_word, address});
    take();
    for (uint64_t i = 0; i < 8; i++) watcher_.execute({hagstone_store_word, address + 8 * i});
  }
  ASSERT_FALSE(watcher_.shared_pairs().empty());
  EXPECT_EQ(watcher_.shared_pairs()[0].line_module, HAGSTONE_MODULE_UNKNOWN);
  EXPECT_EQ(watcher_.shared_pairs()[0].line_offset, address);
}

TEST_F(ScriptedSharing, LoadsShareInPeace) {
  publisher_.sample(loads_event, {hagstone_load_word, word_of_line(2)});
  take();
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_published_watched), 3u);
  for (size_t i = 0; i < 8; i++) watcher_.execute({hagstone_load_word, word_of_line(i)});
  EXPECT_TRUE(watcher_.shared_pairs().empty());
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_kept_traps), 0u);
  for (size_t i = 0; i < 8; i++) watcher_.execute({hagstone_store_word, word_of_line(i)});
  ASSERT_EQ(watcher_.shared_pairs().size(), 2u);
  for (const hagstone_shared_pair &shared : watcher_.shared_pairs()) {
    EXPECT_EQ(shared.watch_stores, 0u);
    EXPECT_EQ(shared.trap_stores, 1u);
  }
}

TEST_F(ScriptedSharing, ThreadsDoNotShareWithThemselves) {
  for (int round = 0; round < 10; round++) {
    publisher_.sample(stores_event, {hagstone_store_word, word_of_line(2)});
    for (size_t i = 0; i < 8; i++) publisher_.execute({hagstone_store_other, word_of_line(i)});
  }
  EXPECT_EQ(publisher_.statistic(HAGSTONE_STATISTIC_published), 10u);
  EXPECT_EQ(publisher_.statistic(HAGSTONE_STATISTIC_published_watched), 0u);
}

// A line may reach into memory that the profiler itself touches: its handlers would trap.
TEST_F(ScriptedSharing, ForbiddenMemoryBesideTheAccessIsNotWatched) {
  ScriptedThread::Setup setup = sharing_setup(3, never_old);
  setup.memory.forbidden[setup.memory.forbidden_count++] = {word_of_line(4), word_of_line(8)};
  ScriptedThread careful(setup);
  constexpr int rounds = 100;
  for (int round = 0; round < rounds; round++) {
    publisher_.sample(stores_event, {hagstone_store_word, word_of_line(2)});
    careful.sample(stores_event, {hagstone_store_other, reinterpret_cast<uint64_t>(elsewhere)});
    for (const auto &[slot, watched] : careful.armed()) EXPECT_LT(watched.breakpoint.address, word_of_line(4));
    careful.stop();
  }
  EXPECT_GT(careful.statistic(HAGSTONE_STATISTIC_published_watched), 0u);
  EXPECT_GT(careful.statistic(HAGSTONE_STATISTIC_dropped_address_forbidden), 0u);
}

TEST_F(ScriptedSharing, ChildrenOfAForkForgetTheParentsPublications) {
  publisher_.sample(stores_event, {hagstone_store_word, word_of_line(2)});
  forget_published_accesses();
  take();
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_published_watched), 0u);
}

// Two seconds of CPU time of four threads that count in one line, on two processors: a sample every 10 ms. The
// scheduler may choose any two threads each time, and move them. Of the two samples of one time, the later finds at least
// the earlier one's publication, on the other processor, and touches its line itself. So each time gives a trap.
class FourThreadsOnTwoProcessors : public ::testing::TestWithParam<bool> {
 protected:
  static constexpr int times = 100;
  static constexpr size_t threads = 4, goal = 30;
  static inline uint32_t processors[threads + 1];
  template <size_t thread>
  static uint32_t processor() {
    return processors[thread];
  }
  static ScriptedThread::Setup of(uint32_t thread, uint32_t (*processor)()) {
    ScriptedThread::Setup setup = sharing_setup(thread, never_old);
    setup.processor = processor;
    return setup;
  }
};

TEST_P(FourThreadsOnTwoProcessors, TrapAtEachTimeWhereverTheyRun) {
  const bool in_one_word = GetParam();
  forget_published_accesses();
  ScriptedThread first(of(1, processor<1>)), second(of(2, processor<2>)), third(of(3, processor<3>)),
      fourth(of(4, processor<4>));
  ScriptedThread *all[] = {&first, &second, &third, &fourth};
  hagstone_random random = {};
  hagstone_random_seed(&random, 7, 0);
  uint64_t met_by_later = 0;
  for (int time = 0; time < times; time++) {
    const auto below = [&](uint64_t bound) { return static_cast<uint32_t>(hagstone_random_below(&random, bound)); };
    const uint32_t one = below(threads);
    const uint32_t other = (one + 1 + below(threads - 1)) % threads;
    processors[one + 1] = below(2);
    processors[other + 1] = 1 - processors[one + 1];
    const auto met = [&] { return all[other]->statistic(HAGSTONE_STATISTIC_published_met); };
    const uint64_t met_before = met();
    for (const uint32_t running : {one, other}) {
      all[running]->sample(stores_event, {hagstone_store_word, word_of_line(in_one_word ? 0 : running)});
      all[running]->stop();
    }
    met_by_later += met() - met_before;
  }
  uint64_t traps = 0, of_right_kind = 0;
  Credit credit;
  for (ScriptedThread *thread : all) {
    const Credit own = credit_of(*thread);
    credit.shared_bytes += own.shared_bytes;
    credit.rest_of_line += own.rest_of_line;
    for (const hagstone_shared_pair &shared : thread->shared_pairs()) {
      traps += shared.pair.traps;
      of_right_kind += ((shared.pair.flags & HAGSTONE_PAIR_OVERLAP) != 0) == in_one_word ? shared.pair.traps : 0;
    }
  }
  EXPECT_EQ(met_by_later, times);
  EXPECT_GE(traps, times);
  EXPECT_GE(traps, goal);
  EXPECT_EQ(of_right_kind, traps);
  EXPECT_EQ(in_one_word ? credit.rest_of_line : credit.shared_bytes, 0);
}

INSTANTIATE_TEST_SUITE_P(Sharing, FourThreadsOnTwoProcessors, ::testing::Bool(),
                         [](const auto &test) { return test.param ? "True" : "False"; });

constexpr uint64_t soon_old = 50'000'000;  // ns

class ShortLivedSharing : public ScriptedSharing {
 protected:
  ShortLivedSharing() : ScriptedSharing(soon_old) {}
  // Until a watch is armed: on a busy machine publications may grow old before.
  void take_in_time() {
    while (watcher_.statistic(HAGSTONE_STATISTIC_published_watched) == 0) {
      publisher_.sample(stores_event, {hagstone_store_word, word_of_line(2)});
      take();
    }
  }
  static void grow_old() { usleep(3 * soon_old / 1000); }
};

TEST_F(ShortLivedSharing, WatchesExpireAtAnInterrupt) {
  take_in_time();
  grow_old();
  watcher_.interrupt();
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_published_expired), 1u);
  for (size_t i = 0; i < 8; i++) watcher_.execute({hagstone_store_word, word_of_line(i)});
  EXPECT_TRUE(watcher_.shared_pairs().empty());
}

TEST_F(ShortLivedSharing, LateTrapsAreNoSharing) {
  take_in_time();
  grow_old();
  for (size_t i = 0; i < 8; i++) watcher_.execute({hagstone_store_word, word_of_line(i)});
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_published_expired), 1u);
  EXPECT_TRUE(watcher_.shared_pairs().empty());
}

TEST_F(ShortLivedSharing, OldPublicationsAreNotTaken) {
  publisher_.sample(stores_event, {hagstone_store_word, word_of_line(2)});
  grow_old();
  take();
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_published_watched), 0u);
}

}  // namespace
}  // namespace hagstone
