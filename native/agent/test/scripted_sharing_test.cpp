// SPDX-License-Identifier: MIT
// False sharing between two threads whose samples and accesses are written down.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <memory>

#include "pmu/testing/sampled_code.h"
#include "pmu/testing/scripted_thread.h"
#include "sampling/false_sharing.h"
#include "sampling/line_part.h"

namespace hagstone {
namespace {

using namespace testing;

constexpr double one_in_a_million = 4.9;    // standard deviations
constexpr uint64_t loads = 1, stores = 2;   // ids of the events
constexpr uint64_t never_old = 1'000'000'000'000;  // ns

alignas(64) uint64_t line[8] = {};
alignas(64) uint64_t elsewhere[8] = {};
uint64_t word(size_t i) { return reinterpret_cast<uint64_t>(&line[i]); }

ScriptedThread::Setup setup_of(uint32_t index, uint64_t period) {
  ScriptedThread::Setup setup;
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
      : publisher_(setup_of(1, period)), watcher_(setup_of(2, period)) {
    forget_published_accesses();
  }
  // The watcher samples something of its own, and takes what was published.
  void take() { watcher_.sample(stores, {hagstone_store_other, reinterpret_cast<uint64_t>(elsewhere)}); }

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
    publisher_.sample(stores, {hagstone_store_word, word(2)});
    take();
    for (size_t touched : {2, 0, 7}) watcher_.execute({hagstone_store_word, word(touched)});
    watcher_.stop();
  }
  const Credit credit = credit_of(watcher_);
  const double own_chance = 1.0 / 2, rest_chance = 2.0 / 14;
  EXPECT_NEAR(credit.shared_bytes, rounds,
              one_in_a_million * 2 * std::sqrt(rounds * own_chance * (1 - own_chance)));
  EXPECT_NEAR(credit.rest_of_line, 2 * rounds,
              one_in_a_million * 14 * std::sqrt(rounds * rest_chance * (1 - rest_chance)));
}

TEST_F(ScriptedSharing, RecordsWhoAndWhere) {
  for (int round = 0; round < 100; round++) {
    publisher_.sample(stores, {hagstone_store_word, word(3)});
    take();
    for (size_t i = 0; i < 8; i++) watcher_.execute({hagstone_load_word, word(i)});
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
  EXPECT_TRUE(publisher_.shared_pairs().empty());
}

TEST_F(ScriptedSharing, HasNoModuleOnTheHeap) {
  const auto heap = std::make_unique<uint64_t[]>(64);
  const uint64_t address = line_of(reinterpret_cast<uint64_t>(heap.get()) + line_bytes);
  for (int round = 0; round < 20; round++) {
    publisher_.sample(stores, {hagstone_store_word, address});
    take();
    for (uint64_t i = 0; i < 8; i++) watcher_.execute({hagstone_store_word, address + 8 * i});
  }
  ASSERT_FALSE(watcher_.shared_pairs().empty());
  EXPECT_EQ(watcher_.shared_pairs()[0].line_module, HAGSTONE_MODULE_UNKNOWN);
  EXPECT_EQ(watcher_.shared_pairs()[0].line_offset, address);
}

TEST_F(ScriptedSharing, LoadsShareInPeace) {
  publisher_.sample(loads, {hagstone_load_word, word(2)});
  take();
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_published_watched), 1u);
  for (size_t i = 0; i < 8; i++) watcher_.execute({hagstone_load_word, word(i)});
  EXPECT_TRUE(watcher_.shared_pairs().empty());
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_kept_traps), 0u);
  for (size_t i = 0; i < 8; i++) watcher_.execute({hagstone_store_word, word(i)});
  ASSERT_EQ(watcher_.shared_pairs().size(), 1u);
  EXPECT_EQ(watcher_.shared_pairs()[0].watch_stores, 0u);
  EXPECT_EQ(watcher_.shared_pairs()[0].trap_stores, 1u);
}

TEST_F(ScriptedSharing, ThreadsDoNotShareWithThemselves) {
  for (int round = 0; round < 10; round++) {
    publisher_.sample(stores, {hagstone_store_word, word(2)});
    for (size_t i = 0; i < 8; i++) publisher_.execute({hagstone_store_other, word(i)});
  }
  EXPECT_EQ(publisher_.statistic(HAGSTONE_STATISTIC_published), 10u);
  EXPECT_EQ(publisher_.statistic(HAGSTONE_STATISTIC_published_watched), 0u);
}

// A line may reach into memory that the profiler itself touches: its handlers would trap.
TEST_F(ScriptedSharing, ForbiddenMemoryBesideTheAccessIsNotWatched) {
  ScriptedThread::Setup setup = setup_of(3, never_old);
  setup.memory.forbidden[setup.memory.forbidden_count++] = {word(4), word(8)};
  ScriptedThread careful(setup);
  constexpr int rounds = 100;
  for (int round = 0; round < rounds; round++) {
    publisher_.sample(stores, {hagstone_store_word, word(2)});
    careful.sample(stores, {hagstone_store_other, reinterpret_cast<uint64_t>(elsewhere)});
    for (const auto &[slot, watched] : careful.armed()) EXPECT_LT(watched.breakpoint.address, word(4));
    careful.stop();
  }
  EXPECT_GT(careful.statistic(HAGSTONE_STATISTIC_published_watched), 0u);
  EXPECT_GT(careful.statistic(HAGSTONE_STATISTIC_dropped_address_forbidden), 0u);
}

TEST_F(ScriptedSharing, ChildrenOfAForkForgetTheParentsPublications) {
  publisher_.sample(stores, {hagstone_store_word, word(2)});
  forget_published_accesses();
  take();
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_published_watched), 0u);
}

constexpr uint64_t soon_old = 50'000'000;  // ns

class ShortLivedSharing : public ScriptedSharing {
 protected:
  ShortLivedSharing() : ScriptedSharing(soon_old) {}
  // Until a watch is armed: on a busy machine publications may grow old before.
  void take_in_time() {
    while (watcher_.statistic(HAGSTONE_STATISTIC_published_watched) == 0) {
      publisher_.sample(stores, {hagstone_store_word, word(2)});
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
  for (size_t i = 0; i < 8; i++) watcher_.execute({hagstone_store_word, word(i)});
  EXPECT_TRUE(watcher_.shared_pairs().empty());
}

TEST_F(ShortLivedSharing, LateTrapsAreNoSharing) {
  take_in_time();
  grow_old();
  for (size_t i = 0; i < 8; i++) watcher_.execute({hagstone_store_word, word(i)});
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_published_expired), 1u);
  EXPECT_TRUE(watcher_.shared_pairs().empty());
}

TEST_F(ShortLivedSharing, OldPublicationsAreNotTaken) {
  publisher_.sample(stores, {hagstone_store_word, word(2)});
  grow_old();
  take();
  EXPECT_EQ(watcher_.statistic(HAGSTONE_STATISTIC_published_watched), 0u);
}

}  // namespace
}  // namespace hagstone
