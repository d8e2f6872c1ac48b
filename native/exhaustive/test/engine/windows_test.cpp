// SPDX-License-Identifier: GPL-2.0-or-later
//
// Bursty measurement: code outside windows is skipped, and reported as skipped.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engine_run.h"

namespace hagstone::exhaustive::testing {
namespace {

// A superblock is measured whole or not at all: at most this many instructions.
constexpr uint64_t superblock = 200;

// What the dynamic loader does depends on the kernel's answers, which differ from process to process.
constexpr double loader_differs_by = 0.01;

TEST(Windows, CoverTheShareThatWasAskedFor) {
  const std::string program = HAGSTONE_ENGINE_PROGRAMS "/engine_jumps";
  const EngineRun whole = run_below_engine(program, {"--measure=dead-stores,silent-stores,redundant-loads"});
  const EngineRun bursty = run_below_engine(
      program, {"--measure=dead-stores,silent-stores,redundant-loads", "--window-on=1000", "--window-off=9000"});
  EXPECT_EQ(whole.outcome, bursty.outcome);
  const Process &all = whole.processes.at(0), &some = bursty.processes.at(0);
  const uint64_t instructions = some.statistic(HAGSTONE_STATISTIC_instructions);
  const uint64_t measured = some.statistic(HAGSTONE_STATISTIC_instructions_measured);
  const uint64_t windows = some.statistic(HAGSTONE_STATISTIC_windows);
  EXPECT_NEAR(instructions, all.statistic(HAGSTONE_STATISTIC_instructions), instructions * loader_differs_by);
  EXPECT_EQ(windows, instructions / 10000 + 1);
  EXPECT_LE(measured, windows * (1000 + superblock));
  EXPECT_GE(measured + 1000 + superblock, windows * (1000 - superblock));
  EXPECT_EQ(some.file.header.window_on, 1000u);
  EXPECT_EQ(some.file.header.window_off, 9000u);
  for (const auto &[chain, executions] : some.executions) {
    ASSERT_TRUE(all.executions.contains(chain)) << chain;
    EXPECT_LE(executions, all.executions.at(chain)) << chain;
  }
}

TEST(Windows, BeginAnewInAForkedChild) {
  const std::string program = HAGSTONE_ENGINE_PROGRAMS "/engine_forks";
  const EngineRun whole = run_below_engine(program);
  const EngineRun bursty = run_below_engine(program, {"--measure=dead-stores", "--window-on=200", "--window-off=300"});
  ASSERT_EQ(whole.processes.size(), 2u);
  ASSERT_EQ(bursty.processes.size(), 2u);
  for (size_t i = 0; i < 2; i++) {
    const uint64_t instructions = bursty.processes[i].statistic(HAGSTONE_STATISTIC_instructions);
    const uint64_t windows = bursty.processes[i].statistic(HAGSTONE_STATISTIC_windows);
    EXPECT_NEAR(instructions, whole.processes[i].statistic(HAGSTONE_STATISTIC_instructions),
                instructions * loader_differs_by)
        << i;
    EXPECT_GE(windows, instructions / 500) << i;
    EXPECT_LE(windows, instructions / 500 + 2) << i;  // parts of two more
    EXPECT_LE(bursty.processes[i].statistic(HAGSTONE_STATISTIC_instructions_measured), windows * (200 + superblock)) << i;
  }
}

using DistanceCounts = std::map<std::tuple<int, uint32_t>, uint64_t>;  // by axis and bucket, of the whole process

DistanceCounts distances_in_windows(std::vector<std::string> more) {
  std::vector<std::string> options = {"--measure=reuse-distance", "--granularities=line", "--window-on=1000",
                                      "--window-off=9000"};
  options.insert(options.end(), more.begin(), more.end());
  const EngineRun run = run_below_engine(HAGSTONE_ENGINE_PROGRAMS "/engine_jumps", options);
  DistanceCounts counts;
  for (const auto &count : run.processes.at(0).file.all<hagstone_reuse_count>(HAGSTONE_RECORD_REUSE_COUNT))
    if (count.pair == 0) counts[{count.axis, count.bucket}] += count.count;
  return counts;
}

// Translated code writes accesses down for later: none of them may slip into or out of a window. The second run gets the
// kernel's answers to the first one (repeated_answers.h), since windows cover the dynamic loader as well.
TEST(Windows, HaveTheirOwnReuseDistances) {
  const TemporaryDirectory directory;
  const std::string answers = directory.path + "/answers";
  const DistanceCounts batched = distances_in_windows({"--keep-answers=" + answers});
  EXPECT_FALSE(batched.empty());
  EXPECT_EQ(batched, distances_in_windows({"--generic=yes", "--repeat-answers=" + answers}));
}

// Most calls begin outside of windows, and are left by all means.
class WindowsOfProgram : public ::testing::TestWithParam<std::string> {};

TEST_P(WindowsOfProgram, BeginInTheRightContexts) {
  const std::string program = HAGSTONE_ENGINE_PROGRAMS "/engine_" + GetParam();
  const EngineRun whole = run_below_engine(program, {"--measure=contexts"});
  const EngineRun bursty = run_below_engine(program, {"--measure=contexts", "--window-on=20", "--window-off=30"});
  EXPECT_EQ(whole.outcome, bursty.outcome);
  ASSERT_EQ(whole.processes.size(), bursty.processes.size());
  size_t chains = 0;
  for (size_t i = 0; i < whole.processes.size(); i++)
    for (const auto &[chain, executions] : bursty.processes[i].executions) {
      EXPECT_TRUE(whole.processes[i].executions.contains(chain)) << chain;
      chains++;
    }
  EXPECT_GT(chains, 0u);
}

INSTANTIATE_TEST_SUITE_P(, WindowsOfProgram,
                         ::testing::Values("calls", "coroutines", "exceptions", "forks", "jumps", "signals",
                                           "switched_stacks", "threads"),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace hagstone::exhaustive::testing
