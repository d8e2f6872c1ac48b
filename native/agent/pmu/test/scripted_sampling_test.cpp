// SPDX-License-Identifier: MIT
// Scripted samples and traps through the real handlers: the result follows from the script.
#include <gtest/gtest.h>
#include <linux/perf_event.h>

#include <deque>
#include <random>

#include "pmu/access_counts.h"
#include "pmu/testing/sampled_code.h"
#include "pmu/testing/scripted_thread.h"

namespace hagstone {
namespace {

using namespace testing;

constexpr SampledEvent load_event = {WantedAccess::loads, false}, store_event = {WantedAccess::stores, false},
                       any_event = {WantedAccess::both, false};
constexpr uint64_t first_event = 1, second_event = 2;

alignas(64) uint64_t memory[4096] = {};
uint64_t word(size_t i) { return reinterpret_cast<uint64_t>(&memory[i]); }

struct Generation {
  const char *name;
  hagstone_engine engine;
  const SampleLayout *layout;
  std::vector<SampledEvent> events;
  uint64_t store;  // ids of the events that sample a store here, and one on the other kind of cores
  uint64_t other_store;
};

class Generations : public ::testing::TestWithParam<Generation> {
 protected:
  ScriptedThread::Setup setup(std::vector<const Tool *> tools) const {
    ScriptedThread::Setup setup;
    setup.engine = GetParam().engine;
    setup.layout = GetParam().layout;
    setup.events = GetParam().events;
    setup.tools = std::move(tools);
    return setup;
  }
};

// Three of four sampled stores are overwritten, one is loaded.
TEST_P(Generations, FindDeadStoresInKnownShares) {
  ScriptedThread thread(setup({&dead_stores}));
  constexpr int rounds = 1000;
  for (int round = 0; round < rounds; round++) {
    const uint64_t event = round % 2 ? GetParam().store : GetParam().other_store;
    for (size_t i = 0; i < 3; i++) {
      thread.sample(event, {hagstone_store_word, word(i)});
      thread.execute({hagstone_store_other, word(i)});
    }
    thread.sample(event, {hagstone_store_other, word(3)});
    thread.execute({hagstone_load_word, word(3)});
  }
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_samples), 4u * rounds);
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_traps), 4u * rounds);
  const hagstone_pair dead = thread.pair(HAGSTONE_RELATION_KILLED_BY, hagstone_store_word, hagstone_store_other);
  const hagstone_pair used = thread.pair(HAGSTONE_RELATION_USED_BY, hagstone_store_other, hagstone_load_word);
  EXPECT_EQ(thread.pairs().size(), 2u);
  EXPECT_DOUBLE_EQ(dead.credit, 3.0 * rounds);
  EXPECT_DOUBLE_EQ(used.credit, 1.0 * rounds);
  EXPECT_DOUBLE_EQ(dead.amount, 3.0 * rounds * 1'000'003 * 8);
}

// More samples are pending than there are registers: evicted ones are represented by their context's next trap.
TEST_P(Generations, SharesSurviveTheReservoir) {
  ScriptedThread thread(setup({&dead_stores}));
  std::mt19937_64 random(5);
  struct Pending {
    ScriptedAccess end;
    int due;
  };
  std::deque<Pending> pending;
  constexpr int samples = 20'000, delay = 12;
  int dead_samples = 0;
  for (int i = 0; i < samples; i++) {
    const uint64_t address = word(static_cast<size_t>(i) % 1024);
    const bool dead = random() % 4 != 0;
    dead_samples += dead;
    thread.sample(GetParam().store, {dead ? hagstone_store_word : hagstone_store_other, address});
    pending.push_back({{dead ? hagstone_store_other : hagstone_load_word, address}, i + delay});
    if (pending.front().due == i) {
      thread.execute(pending.front().end);
      pending.pop_front();
    }
  }
  const hagstone_pair dead = thread.pair(HAGSTONE_RELATION_KILLED_BY, hagstone_store_word, hagstone_store_other);
  const hagstone_pair used = thread.pair(HAGSTONE_RELATION_USED_BY, hagstone_store_other, hagstone_load_word);
  EXPECT_GT(thread.statistic(HAGSTONE_STATISTIC_replaced), 1000u);
  EXPECT_GT(thread.statistic(HAGSTONE_STATISTIC_not_chosen), 1000u);
  // Up to the samples since a context's last trap, nothing is missing: a trap comes every few samples.
  constexpr double backlog = 200;
  EXPECT_NEAR(dead.credit, dead_samples, backlog);
  EXPECT_NEAR(used.credit, samples - dead_samples, backlog);
  EXPECT_LE(dead.credit, dead_samples);
  EXPECT_LE(used.credit, samples - dead_samples);
}

TEST_P(Generations, LossesAreCountedByCause) {
  ScriptedThread thread(setup({&dead_stores}));
  thread.write(lost_record(1, 4));
  thread.write(throttle_record(1));
  thread.write(unthrottle_record(1));
  thread.write(other_record(PERF_RECORD_EXIT, 40));
  SampleDescription foreign;
  foreign.thread = 1;
  thread.write(sample_record(*GetParam().layout, foreign));
  thread.interrupt();
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_dropped_sample_lost), 5u);
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_dropped_sample_foreign), 1u);
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_timer_signals), 1u);
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_samples), 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Generations,
    ::testing::Values(
        Generation{"SandyBridgeToRocketLake", HAGSTONE_ENGINE_PEBS, &pebs_layout, {load_event, store_event}, 2, 2},
        Generation{"WithoutDataSource", HAGSTONE_ENGINE_PEBS, &pebs_layout_without_source, {load_event, store_event}, 2, 2},
        Generation{"Hybrid", HAGSTONE_ENGINE_PEBS, &pebs_layout, {load_event, store_event, load_event, store_event}, 2, 4},
        Generation{"Zen", HAGSTONE_ENGINE_IBS, &ibs_layout, {any_event}, 1, 1}),
    [](const auto &info) { return info.param.name; });

ScriptedThread::Setup precise(std::vector<const Tool *> tools, std::vector<SampledEvent> events) {
  ScriptedThread::Setup setup;
  setup.tools = std::move(tools);
  setup.events = std::move(events);
  return setup;
}

TEST(ScriptedSampling, SamplesOnlyLoadsIfAsked) {
  // Nehalem: load latency, no store addresses.
  ScriptedThread thread(precise({&redundant_loads}, {{WantedAccess::loads, true}}));
  for (int round = 0; round < 100; round++) {
    memory[0] = 1;
    thread.sample(first_event, {hagstone_load_word, word(0)}, 200, PERF_MEM_S(LVL, HIT) | PERF_MEM_S(LVL, LOC_RAM));
    memory[0] = round % 4 == 0 ? 2 : 1;
    thread.execute({hagstone_store_word, word(0)});
    thread.execute({hagstone_load_word, word(0)});
  }
  const hagstone_pair redundant = thread.pair(HAGSTONE_RELATION_REDUNDANT_WITH, hagstone_load_word, hagstone_load_word);
  const hagstone_pair changed = thread.pair(HAGSTONE_RELATION_CHANGED_BY, hagstone_load_word, hagstone_load_word);
  EXPECT_DOUBLE_EQ(redundant.credit, 75);
  EXPECT_DOUBLE_EQ(changed.credit, 25);
  EXPECT_DOUBLE_EQ(redundant.latency, 75 * 200.0);
  EXPECT_DOUBLE_EQ(redundant.latency_credit, 75);
  EXPECT_DOUBLE_EQ(redundant.cache_misses, 75);
}

TEST(ScriptedSampling, SilentStoresCompareWithTheSampledStore) {
  ScriptedThread thread(precise({&silent_stores}, {store_event}));
  for (int round = 0; round < 90; round++) {
    memory[8] = 7;
    thread.sample(first_event, {hagstone_store_word, word(8)});
    thread.execute({hagstone_load_word, word(8)});
    if (round % 3 == 0) memory[8] = 8;
    thread.execute({hagstone_store_other, word(8)});
  }
  EXPECT_DOUBLE_EQ(thread.pair(HAGSTONE_RELATION_REDUNDANT_WITH, hagstone_store_word, hagstone_store_other).credit, 60);
  EXPECT_DOUBLE_EQ(thread.pair(HAGSTONE_RELATION_CHANGED_BY, hagstone_store_word, hagstone_store_other).credit, 30);
}

TEST(ScriptedSampling, ToolsGetTheAccessesThatTheyWant) {
  ScriptedThread thread(precise({&dead_stores, &redundant_loads}, {load_event, store_event}));
  for (size_t i = 0; i < 50; i++) {
    thread.sample(first_event, {hagstone_load_word, word(16)});
    thread.execute({hagstone_load_word, word(16)});
    thread.sample(second_event, {hagstone_store_word, word(24)});
    thread.execute({hagstone_store_word, word(24)});
  }
  for (const RecordedPair &pair : thread.pairs())
    EXPECT_EQ(pair.counters.tool == HAGSTONE_TOOL_DEAD_STORES, pair.watch == place(hagstone_store_word));
  EXPECT_DOUBLE_EQ(thread.pair(HAGSTONE_RELATION_KILLED_BY, hagstone_store_word, hagstone_store_word).credit, 50);
  EXPECT_DOUBLE_EQ(thread.pair(HAGSTONE_RELATION_REDUNDANT_WITH, hagstone_load_word, hagstone_load_word).credit, 50);
}

TEST(ScriptedSampling, ReadModifyWriteOfZenIsALoadAndAStore) {
  ScriptedThread::Setup setup = precise({&dead_stores}, {any_event});
  setup.engine = HAGSTONE_ENGINE_IBS;
  setup.layout = &ibs_layout;
  ScriptedThread thread(setup);
  thread.sample(first_event, {hagstone_read_modify_write, word(0)});
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_samples), 1u) << "dead-stores takes the store of it only";
  thread.execute({hagstone_read_modify_write, word(0)});
  EXPECT_DOUBLE_EQ(thread.pair(HAGSTONE_RELATION_USED_BY, hagstone_read_modify_write, hagstone_read_modify_write).credit,
                   1);
}

// Counters that a test sets.
class ScriptedClock final : public DistanceClock {
 public:
  ScriptedClock() { counts_.open(kinds, 2, readings_); }
  DistanceBreak enter() override { return counts_.enter(readings_); }
  DistanceBreak leave() override {
    readings_[0].value += own_accesses;
    return counts_.leave(readings_);
  }
  uint64_t now() const override { return counts_.of_target(); }

  void access(uint64_t loads, uint64_t stores) {
    readings_[0].value += loads;
    readings_[1].value += stores;
  }
  void multiplex() { readings_[0].enabled += 100; }
  void go_back() { readings_[1].value -= 5; }

 private:
  static constexpr WantedAccess kinds[] = {WantedAccess::loads, WantedAccess::stores};
  static constexpr uint64_t own_accesses = 5000;
  CounterReading readings_[2] = {};
  AccessCounts counts_;
};

TEST(ScriptedSampling, ReuseDistancesAreCountedAccessesLessTheProfilersOwn) {
  ScriptedClock clock;
  ScriptedThread::Setup setup = precise({&reuse_distance}, {load_event, store_event});
  setup.clock = &clock;
  ScriptedThread thread(setup);
  for (uint64_t distance = 1; distance < 1000; distance *= 3) {
    clock.access(100, 50);
    thread.sample(second_event, {hagstone_store_word, word(0)});
    clock.access(distance - distance / 2, distance / 2);
    // Another sample's handler in between is not counted.
    thread.interrupt();
    thread.execute({hagstone_load_word, word(0)});
  }
  uint64_t expected = 1;
  for (const hagstone_reuse &reuse : thread.reuses()) {
    EXPECT_EQ(reuse.distance, expected);
    expected *= 3;
  }
  EXPECT_EQ(thread.reuses().size(), 7u);
}

TEST(ScriptedSampling, ReusesAcrossABreakOfTheCountersAreDropped) {
  ScriptedClock clock;
  ScriptedThread::Setup setup = precise({&reuse_distance}, {load_event, store_event});
  setup.clock = &clock;
  ScriptedThread thread(setup);
  thread.sample(second_event, {hagstone_store_word, word(0)});
  clock.access(10, 10);
  clock.multiplex();
  thread.execute({hagstone_load_word, word(0)});
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_dropped_counter_multiplexed), 1u);
  thread.sample(second_event, {hagstone_store_word, word(0)});
  clock.go_back();
  thread.execute({hagstone_load_word, word(0)});
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_dropped_counter_backwards), 1u);
  EXPECT_TRUE(thread.reuses().empty());
  thread.sample(second_event, {hagstone_store_word, word(0)});
  clock.access(3, 4);
  thread.execute({hagstone_load_word, word(0)});
  ASSERT_EQ(thread.reuses().size(), 1u);
  EXPECT_EQ(thread.reuses()[0].distance, 7u);
}

}  // namespace
}  // namespace hagstone
