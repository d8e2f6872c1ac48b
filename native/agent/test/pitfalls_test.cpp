// SPDX-License-Identifier: MIT
// Known pitfalls of profilers inside their target (native-anchors 7), by direct system calls, which the agent cannot
// interpose. The target must not notice, and losses are counted.
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/recorded_run.h"

namespace {

std::string pitfall_target(const std::string &name) { return HAGSTONE_TARGETS "/" + name; }

class Pitfall : public testing::TestWithParam<const char *> {
 protected:
  RawFile expect_unchanged(const std::string &way, Variables variables = {}) {
    Outcome plain = run_plainly({pitfall_target("pitfalls"), way});
    variables.insert({"HAGSTONE_TRANSPORT", GetParam()});
    RecordedRun run({pitfall_target("pitfalls"), way}, variables);
    EXPECT_EQ(run.outcome(), plain);
    for (const RawFile &file : run.files()) EXPECT_TRUE(file.sound) << file.complaint;
    return run.files().empty() ? RawFile{} : run.file();
  }

  // Runs beside another process on one processor.
  RawFile record_on_busy_processor(const char *way) {
    cpu_set_t before, one;
    EXPECT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&one);
    for (int processor = 0; processor < CPU_SETSIZE && !CPU_COUNT(&one); processor++)
      if (CPU_ISSET(processor, &before)) CPU_SET(processor, &one);
    EXPECT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    const pid_t busy = fork();
    if (busy == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      for (volatile bool runs = true; runs;) {
      }
    }
    RawFile file = expect_unchanged(way);
    kill(busy, SIGKILL);
    waitpid(busy, nullptr, 0);
    sched_setaffinity(0, sizeof before, &before);
    return file;
  }
};

INSTANTIATE_TEST_SUITE_P(Transports, Pitfall, testing::Values("sigtrap", "async", "tracer"),
                         [](const auto &info) { return std::string(info.param); });

TEST_P(Pitfall, SignalMaskOnlyLosesTraps) {
  RawFile file = expect_unchanged("mask");
  EXPECT_EQ(file.header["failure"], "0");
  EXPECT_GT(file.statistics["traps"], 0u);
  // Delivery by O_ASYNC cannot distinguish late from early.
  const bool tells_late = GetParam() != std::string("async");
  EXPECT_EQ(file.statistics["dropped_blocked_trap"] > 0, tells_late);
}

TEST_P(Pitfall, SignalOfTheProgramMayBePendingAtATrap) {
  EXPECT_GT(expect_unchanged("mask_with_pending").statistics["traps"], 0u);
}

TEST_P(Pitfall, ClosedDescriptorsLeaveTheAgentItsOwn) { EXPECT_GT(expect_unchanged("close").statistics["traps"], 0u); }

TEST_P(Pitfall, ForkInAHandlerKeepsSampling) { EXPECT_GT(expect_unchanged("fork_in_handler").statistics["traps"], 0u); }

TEST_P(Pitfall, SystemCallsAreInterruptedAsWithoutTheAgent) { EXPECT_GT(expect_unchanged("poll").statistics["traps"], 0u); }

// The copies keep the agent's events from ending with the descriptors that exec closes.
TEST_P(Pitfall, ExecMayRunWhileAChildHasTheDescriptors) { expect_unchanged("exec"); }

// The agent interposes the runtime's functions, so programs that test for them find them.
TEST_P(Pitfall, WeakFunctionsMayHaveNoRuntime) {
  Outcome plain = run_plainly({pitfall_target("weak_runtime")});
  EXPECT_EQ(plain.output, "152\n");
  RecordedRun run({pitfall_target("weak_runtime")}, {{"HAGSTONE_TRANSPORT", GetParam()}});
  EXPECT_EQ(run.outcome(), plain);
}

// Why a recording has no samples: each cause has its counter.
TEST_P(Pitfall, SignalThatStaysBlockedIsCounted) {
  // By this seed the first sample is due after 47 ms: none falls into the program's start, however long that takes.
  RawFile file = expect_unchanged("block", {{"HAGSTONE_PERIOD", "50000000"}, {"HAGSTONE_SEED", "4"}});
  EXPECT_EQ(file.statistics["timer_signals"], 0u);
  EXPECT_EQ(file.statistics["signal_blocked"], 1u);
  EXPECT_EQ(file.statistics["signal_replaced"], 0u);
}

TEST_P(Pitfall, ReplacedHandlerIsCounted) {
  // As above: samples that the program's start takes, which a slow machine makes long, would hide the cause.
  RawFile file = expect_unchanged("replace", {{"HAGSTONE_PERIOD", "50000000"}, {"HAGSTONE_SEED", "4"}});
  EXPECT_EQ(file.statistics["signal_blocked"], 0u);
  EXPECT_EQ(file.statistics["signal_replaced"], 1u);
}

TEST_P(Pitfall, TimeInTheKernelIsCounted) {
  RawFile file = expect_unchanged("kernel");
  EXPECT_GT(file.statistics["kernel_time"], 10'000'000u);
  EXPECT_EQ(file.statistics["signal_blocked"] + file.statistics["signal_replaced"], 0u);
}

// The program runs for 50 ms or longer, and the other process wants half of the processor.
TEST_P(Pitfall, TimeWithoutProcessorIsCounted) {
  EXPECT_GT(record_on_busy_processor("quick").statistics["processor_wait"], 10'000'000u);
}

// Threads of OpenMP's runtime never end. The first thread runs for too short a time to count.
TEST_P(Pitfall, TimeWithoutProcessorOfThreadsThatStayIsCounted) {
  EXPECT_GT(record_on_busy_processor("thread_stays").statistics["processor_wait"], 10'000'000u);
}

TEST_P(Pitfall, ClockClosedBeforeTheFirstSampleIsCounted) {
  RawFile file = expect_unchanged("closed_clock");
  EXPECT_EQ(file.statistics["clock_closed"], GetParam() == std::string("tracer") ? 0u : 1u);
}

TEST_P(Pitfall, BreakpointsOfTheProgramEndSampling) {
  // Runs under the tracer have no perf_event_open.
  if (GetParam() == std::string("tracer")) return;
  EXPECT_EQ(expect_unchanged("breakpoints").statistics["ended_by_breakpoints"], 1u);
}

TEST_P(Pitfall, TracedChildEndsSampling) {
  expect_unchanged("trace_me");
  RecordedRun run({pitfall_target("pitfalls"), "trace_me"}, {{"HAGSTONE_TRANSPORT", GetParam()}});
  ASSERT_EQ(run.files().size(), 2u);
  EXPECT_EQ(RawFile(run.files().back()).statistics["ended_by_tracing"], 1u);
}

TEST_P(Pitfall, CpuTimeIsCountedUpToAnImmediateExit) {
  EXPECT_GT(expect_unchanged("quick").statistics["cpu_time"], 50'000'000u);
}

// Signals above the limit come without their details: only the synchronous ones, which are exempt, work then.
TEST_P(Pitfall, NoPendingSignalsMayBeAllowed) {
  const std::vector<std::string> limited = {"/bin/bash", "-c", "ulimit -i 0; exec " + pitfall_target("pitfalls") + " poll"};
  RecordedRun run(limited, {{"HAGSTONE_TRANSPORT", GetParam()}});
  EXPECT_EQ(run.outcome(), run_plainly(limited));
}

}  // namespace
