// SPDX-License-Identifier: GPL-2.0-or-later
//
// Calling contexts are exact, however functions are entered and left; programs behave as without the engine.
#include <gtest/gtest.h>

#include <csignal>

#include "engine_run.h"

namespace hagstone::exhaustive::testing {
namespace {

using Counts = std::map<std::string, uint64_t>;

std::string program(const std::string &name) { return std::string(HAGSTONE_ENGINE_PROGRAMS "/engine_") + name; }

EngineRun run_unchanged(const std::string &name, const std::vector<std::string> &options = {"--measure=contexts"}) {
  EngineRun result = run_below_engine(program(name), options);
  EXPECT_EQ(result.outcome, run({program(name)}));
  EXPECT_FALSE(result.processes.empty());
  if (result.processes.empty()) result.processes.emplace_back();
  return result;
}

const Counts leaves_of_calls = {
    {"thread 1/main/directly/leaf", 3},
    {"thread 1/main/through_pointer/leaf", 1},
    {"thread 1/main/recursively/leaf", 1},
    {"thread 1/main/recursively/recursively/leaf", 1},
    {"thread 1/main/recursively/recursively/recursively/leaf", 1},
    {"thread 1/main/recursively/recursively/recursively/recursively/leaf", 1},
    {"thread 1/main/tail/leaf", 1},
    {"thread 1/main/odd/pops_address/leaf", 1},
    {"thread 1/main/odd/returns_by_jump/leaf", 1},
    {"thread 1/main/odd/leaf", 4},
    {"thread 1/main/leaf", 1},
};

TEST(CallingContexts, EndWhereTheirCallReturns) {
  const Process process = run_unchanged("calls").processes[0];
  EXPECT_EQ(ending_in(process.entries, "leaf"), leaves_of_calls);
  EXPECT_EQ(ending_in(process.executions, "skips").size(), 1u) << "also right after a return past a caller";
}

TEST(CallingContexts, AreTheSameInAStaticProgram) {
  EXPECT_EQ(ending_in(run_unchanged("calls_static").processes[0].entries, "leaf"), leaves_of_calls);
}

TEST(CallingContexts, EndWhereLongjmpLeavesThem) {
  const Process process = run_unchanged("jumps").processes[0];
  EXPECT_EQ(ending_in(process.entries, "leaf"), (Counts{{"thread 1/main/lander/dive/dive/dive/dive/dive/leaf", 10},
                                                        {"thread 1/main/lander/leaf", 10},
                                                        {"thread 1/main/makes_room/dive/dive/leaf", 1},
                                                        {"thread 1/main/makes_room/leaf", 1},
                                                        {"thread 1/main/leaf", 1}}));
  EXPECT_EQ(ending_in(process.executions, "lander").size(), 1u) << "also what runs right after the jump";
  EXPECT_GE(process.statistic(HAGSTONE_STATISTIC_stack_repairs), 10u);
}

TEST(CallingContexts, EndWhereAnExceptionLeavesThem) {
  const Process process = run_unchanged("exceptions").processes[0];
  EXPECT_EQ(ending_in(process.entries, "leaf"),
            (Counts{{"thread 1/main/catches/throws/leaf", 10},
                    {"thread 1/main/catches/throws/throws/leaf", 10},
                    {"thread 1/main/catches/leaf", 10},
                    {"thread 1/main/catches_faults/catches_fault/faults/throws_on_signal/leaf", 6},
                    {"thread 1/main/catches_faults/catches_fault/faults/leaf", 6},
                    {"thread 1/main/catches_faults/catches_fault/leaf", 6},
                    {"thread 1/main/leaf", 1}}));
  EXPECT_EQ(ending_in(process.executions, "catches").size(), 1u);
}

TEST(CallingContexts, PutSignalHandlersBelowTheInterruptedFunction) {
  const EngineRun result = run_unchanged("signals");
  EXPECT_TRUE(WIFSIGNALED(result.outcome.status));
  const Process &process = result.processes[0];
  EXPECT_EQ(ending_in(process.entries, "leaf"), (Counts{{"thread 1/main/raises/handler/leaf", 3},
                                                        {"thread 1/main/raises/leaf", 1},
                                                        {"thread 1/main/on_own_stack/faults/escaping_handler/leaf", 3},
                                                        {"thread 1/main/on_own_stack/faults/leaf", 3},
                                                        {"thread 1/main/on_other_stack/faults/escaping_handler/leaf", 6},
                                                        {"thread 1/main/on_other_stack/faults/leaf", 6},
                                                        {"thread 1/main/leaf", 1}}));
  EXPECT_EQ(ending_in(process.executions, "raises").size(), 1u);
  EXPECT_EQ(ending_in(process.executions, "faults").size(), 2u);
}

// Each below where it was resumed first, and where it left off when it continues.
TEST(CallingContexts, ContinueWhereACoroutineLeftOff) {
  const Process process = run_unchanged("coroutines").processes[0];
  Counts expected = {{"thread 1/main/leaf", 2}};
  for (const std::string uses : {"thread 1/main/below/uses", "thread 1/main/above/uses"}) {
    expected[uses + "/leaf"] = 1;
    expected[uses + "/resumes/leaf"] = 8;
    expected[uses + "/resumes/coroutine/leaf"] = 2;
    expected[uses + "/resumes/coroutine/deeper/leaf"] = 12;
    expected[uses + "/resumes/coroutine/deeper/yields/leaf"] = 6;
  }
  EXPECT_EQ(ending_in(process.entries, "leaf"), expected);
  EXPECT_EQ(ending_in(process.executions, "yields").size(), 2u);
}

TEST(CallingContexts, ContinueWhereCoroutinesSwitchByJumps) {
  const Process process = run_unchanged("switched_stacks").processes[0];
  Counts expected = {{"thread 1/main/leaf", 1}};
  for (const std::string starts : {"thread 1/main/upwards/starts", "thread 1/main/downwards/starts"}) {
    expected[starts + "/leaf"] = 1;
    expected[starts + "/first/ping/leaf"] = 6;
    expected[starts + "/first/ping/second/pong/leaf"] = 3;
  }
  EXPECT_EQ(ending_in(process.entries, "leaf"), expected);
  EXPECT_EQ(ending_in(process.executions, "pong").size(), 2u);
}

TEST(CallingContexts, PutThreadsBelowTheirCreators) {
  const Process process = run_unchanged("threads").processes[0];
  EXPECT_EQ(ending_in(process.entries, "leaf"),
            (Counts{{"thread 1/main/starts/thread 2/worker/leaf", 20},
                    {"thread 1/main/starts/thread 3/creates_another/thread 4/worker/leaf", 30},
                    {"thread 1/main/starts/thread 3/creates_another/leaf", 1},
                    {"thread 1/main/leaf", 1}}));
  EXPECT_EQ(process.file.of(HAGSTONE_RECORD_THREAD).size(), 4u);
  EXPECT_EQ(process.file.of(HAGSTONE_RECORD_THREAD_END).size(), 4u);
}

TEST(CallingContexts, PutForkedChildrenIntoTheirOwnRecording) {
  const EngineRun result = run_unchanged("forks");
  ASSERT_EQ(result.processes.size(), 2u);
  EXPECT_EQ(ending_in(result.processes[0].entries, "leaf"),
            (Counts{{"thread 1/main/before/leaf", 3}, {"thread 1/main/leaf", 1}}));
  EXPECT_EQ(ending_in(result.processes[1].entries, "leaf"), (Counts{{"thread 1/main/splits/child/leaf", 5}}));
  for (const Process &process : result.processes) EXPECT_EQ(process.file.header.state, uint32_t{HAGSTONE_STATE_FINISHED});
}

TEST(CallingContexts, LeaveChildrenOutOnRequest) {
  EXPECT_EQ(run_unchanged("forks", {"--measure=contexts", "--follow=none"}).processes.size(), 1u);
}

TEST(CountingRun, CountsExecutionsOfAllContextsTogether) {
  const EngineRun result = run_unchanged("forks", {"--measure=count"});
  ASSERT_EQ(result.processes.size(), 2u);
  EXPECT_EQ(ending_in(result.processes[0].entries, "leaf"), (Counts{{"/leaf", 4}}));
  EXPECT_EQ(ending_in(result.processes[1].entries, "leaf"), (Counts{{"/leaf", 5}}));
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
