// SPDX-License-Identifier: MIT
// Several tools sharing the same registers: scripted samples and traps, and real memory, through the shipped handlers.
#include <gtest/gtest.h>

#include <cmath>

#include "pmu/testing/sampled_code.h"
#include "pmu/testing/scripted_thread.h"

namespace hagstone {
namespace {

using namespace testing;

constexpr uint64_t loads_id = 1, stores_id = 2;  // ids of the events

alignas(64) uint64_t watched_memory[8] = {};
uint64_t watched_word(size_t i) { return reinterpret_cast<uint64_t>(&watched_memory[i]); }

ScriptedThread::Setup setup_for(std::vector<const Tool *> tools) {
  ScriptedThread::Setup setup;
  setup.events = {{WantedAccess::loads, false}, {WantedAccess::stores, false}};
  setup.tools = std::move(tools);
  return setup;
}

// A vector load touches two watched words at once. A tool that waits only for stores must not get it.
TEST(Watchpoints, ALoadNeverEndsAWaitForStores) {
  ScriptedThread thread(setup_for({&dead_stores, &silent_stores}));
  constexpr int rounds = 200;
  for (int round = 0; round < rounds; round++) {
    thread.sample(stores_id, {hagstone_store_word, watched_word(0)});
    thread.sample(stores_id, {hagstone_store_other, watched_word(1)});
    thread.execute({hagstone_load_vector, watched_word(0)});
    thread.execute({hagstone_store_word, watched_word(0)});
    thread.execute({hagstone_store_other, watched_word(1)});
  }
  double dead = 0, silent = 0;
  for (const RecordedPair &pair : thread.pairs()) {
    const bool is_dead_stores = pair.counters.tool == HAGSTONE_TOOL_DEAD_STORES;
    (is_dead_stores ? dead : silent) += pair.counters.credit;
    EXPECT_EQ(pair.counters.relation, is_dead_stores ? HAGSTONE_RELATION_USED_BY : HAGSTONE_RELATION_REDUNDANT_WITH);
    EXPECT_EQ(pair.trap, is_dead_stores ? place(hagstone_load_vector) : pair.watch);
  }
  EXPECT_DOUBLE_EQ(dead + silent, 2.0 * rounds);
  EXPECT_NEAR(dead, rounds, 4.9 * std::sqrt(rounds / 2.0)) << "dealt at random: binomial, 10^-6";
}

TEST(Watchpoints, StoresLeaveAWaitForLoadsArmed) {
  ScriptedThread thread(setup_for({&redundant_loads}));
  watched_memory[0] = 5;
  thread.sample(loads_id, {hagstone_load_word, watched_word(0)});
  watched_memory[0] = 6;
  thread.execute({hagstone_store_word, watched_word(0)});
  watched_memory[0] = 5;
  thread.execute({hagstone_store_other, watched_word(0)});
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_kept_traps), 2u);
  EXPECT_TRUE(thread.pairs().empty());
  thread.execute({hagstone_load_word, watched_word(0)});
  EXPECT_EQ(thread.pair(HAGSTONE_RELATION_REDUNDANT_WITH, hagstone_load_word, hagstone_load_word).traps, 1u);

  thread.sample(loads_id, {hagstone_load_word, watched_word(0)});
  watched_memory[0] = 6;
  thread.execute({hagstone_store_word, watched_word(0)});
  thread.execute({hagstone_load_word, watched_word(0)});
  EXPECT_EQ(thread.pair(HAGSTONE_RELATION_CHANGED_BY, hagstone_load_word, hagstone_load_word).traps, 1u);
}

// A loop that stores and never loads must not trap without end.
TEST(Watchpoints, AWaitIsGivenUpAfterManyStores) {
  ScriptedThread thread(setup_for({&redundant_loads}));
  thread.sample(loads_id, {hagstone_load_word, watched_word(0)});
  for (int i = 0; i < 1000; i++) thread.execute({hagstone_store_word, watched_word(0)});
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_kept_traps), 16u);
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_dropped_kept_too_often), 1u);
  EXPECT_TRUE(thread.pairs().empty());
  // The samples it represented are credited to its context's next trap.
  thread.sample(loads_id, {hagstone_load_word, watched_word(0)});
  thread.execute({hagstone_load_word, watched_word(0)});
  EXPECT_DOUBLE_EQ(thread.pair(HAGSTONE_RELATION_REDUNDANT_WITH, hagstone_load_word, hagstone_load_word).credit, 2);
}

// addl $1: memory holds one more when the trap comes.
TEST(Watchpoints, AModificationLoadsWhatWasThereBefore) {
  ScriptedThread thread(setup_for({&redundant_loads}));
  watched_memory[0] = 5;
  thread.sample(loads_id, {hagstone_load_word, watched_word(0)});
  watched_memory[0] = 6;
  thread.execute({hagstone_read_modify_write, watched_word(0)});
  EXPECT_EQ(thread.pair(HAGSTONE_RELATION_REDUNDANT_WITH, hagstone_load_word, hagstone_read_modify_write).traps, 1u);

  thread.sample(loads_id, {hagstone_load_word, watched_word(0)});
  watched_memory[0] = 40;  // by this thread, so that it is seen
  thread.execute({hagstone_store_word, watched_word(0)});
  watched_memory[0] = 41;
  thread.execute({hagstone_read_modify_write, watched_word(0)});
  EXPECT_EQ(thread.pair(HAGSTONE_RELATION_CHANGED_BY, hagstone_load_word, hagstone_read_modify_write).traps, 1u);

  thread.sample(loads_id, {hagstone_load_word, watched_word(0)});
  watched_memory[0] = 100;  // by another thread, and then by the modification
  thread.execute({hagstone_read_modify_write, watched_word(0)});
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_dropped_value_unreadable), 1u);
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_traps), 2u);
}

// If two samples want the only register, each has it with probability 1/2 when their memory is stored to again.
TEST(Watchpoints, ATrapWeighsTheInverseOfTheProbabilityThatItsRegisterKeptIt) {
  auto setup = setup_for({&dead_stores});
  setup.watch_registers = 1;
  ScriptedThread thread(setup);
  constexpr int rounds = 50;
  for (int round = 0; round < rounds; round++) {
    thread.sample(stores_id, {hagstone_store_word, watched_word(0)});
    thread.sample(stores_id, {hagstone_store_other, watched_word(1)});
    thread.execute({hagstone_store_word, watched_word(0)});
    thread.execute({hagstone_store_other, watched_word(1)});
  }
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_traps), static_cast<uint64_t>(rounds));
  double samples = 0;
  for (const hagstone_watch_context &context : thread.watch_contexts()) {
    samples += context.weighed_waste * static_cast<double>(context.sampled) / static_cast<double>(context.bytes);
    EXPECT_EQ(context.weighed_use, 0);
    EXPECT_EQ(context.weighed_ended, 0);
  }
  EXPECT_DOUBLE_EQ(samples, 2 * rounds);
}

// The backlog of a context belongs to one tool: neither takes the other's samples.
TEST(Watchpoints, EachToolAccountsForItsOwnSamples) {
  ScriptedThread thread(setup_for({&dead_stores, &silent_stores}));
  constexpr int rounds = 300;
  for (int round = 0; round < rounds; round++) {
    thread.sample(stores_id, {hagstone_store_word, watched_word(0)});
    thread.execute({hagstone_store_other, watched_word(0)});
  }
  const hagstone_pair killed = thread.pair(HAGSTONE_RELATION_KILLED_BY, hagstone_store_word, hagstone_store_other);
  const hagstone_pair redundant = thread.pair(HAGSTONE_RELATION_REDUNDANT_WITH, hagstone_store_word, hagstone_store_other);
  EXPECT_DOUBLE_EQ(killed.credit, static_cast<double>(killed.traps));
  EXPECT_DOUBLE_EQ(redundant.credit, static_cast<double>(redundant.traps));
  EXPECT_EQ(killed.traps + redundant.traps, static_cast<uint64_t>(rounds));
}

// A value that cannot be read when the watchpoint would be armed is counted, and nothing is armed.
TEST(Watchpoints, UnreadableValuesAreNotWatched) {
  ScriptedThread thread(setup_for({&redundant_loads}));
  constexpr uint64_t nowhere = 0x1000;
  thread.sample(loads_id, {hagstone_load_word, nowhere});
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_dropped_value_unreadable), 1u);
  EXPECT_EQ(thread.statistic(HAGSTONE_STATISTIC_armed), 0u);
}

}  // namespace
}  // namespace hagstone
