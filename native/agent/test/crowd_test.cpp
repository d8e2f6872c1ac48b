// SPDX-License-Identifier: MIT
// More threads at once than there are descriptors for, and more threads and children one after another than any leak
// would survive.
#include <gtest/gtest.h>

#include <cmath>

#include "support/program_symbols.h"
#include "support/recorded_run.h"

namespace {

const std::string crowd = HAGSTONE_TARGETS "/crowd";

class Crowds : public testing::TestWithParam<const char *> {
 protected:
  RawFile expect_unchanged(const std::vector<std::string> &command) {
    Outcome plain = run_plainly(command);
    RecordedRun run(command, {{"HAGSTONE_TRANSPORT", GetParam()}, {"HAGSTONE_FOLLOW", "children"}});
    EXPECT_EQ(run.outcome(), plain);
    for (const RawFile &file : run.files()) EXPECT_TRUE(file.sound) << file.complaint;
    EXPECT_EQ(run.file().header.at("failure"), "0");
    return run.file();
  }
};

INSTANTIATE_TEST_SUITE_P(Transports, Crowds, testing::Values("sigtrap", "async", "tracer"),
                         [](const auto &info) { return std::string(info.param); });

std::vector<std::string> with_limit(const std::string &limit, const std::string &command) {
  return {"/bin/bash", "-c", "ulimit -n " + limit + " && exec " + command};
}

// Half of the descriptors are the agent's, and each watched thread takes five.
RawFile crowd_together(const char *transport, unsigned threads, const std::string &descriptors) {
  const std::vector<std::string> command = with_limit(descriptors, crowd + " together " + std::to_string(threads) + " 12");
  // A turn is 16 interrupts: several times as many in each thread's 12 ms, as some are lost where threads change often.
  RecordedRun run(command, {{"HAGSTONE_TRANSPORT", transport}, {"HAGSTONE_PERIOD", "100000"}});
  EXPECT_EQ(run.outcome().output, "together " + std::to_string(threads) + "\n");
  EXPECT_EQ(run.outcome().status, 0);
  RawFile file = run.files().back();
  EXPECT_TRUE(file.sound) << file.complaint;
  EXPECT_EQ(file.threads, threads + 1);
  EXPECT_EQ(file.thread_ends, threads + 1);
  EXPECT_EQ(file.statistics["threads_unwatched"], 0u);
  EXPECT_GT(file.statistics["traps"], 0u);
  EXPECT_LT(file.statistics["cpu_time_unwatched"], file.statistics["cpu_time"]);
  return file;
}

TEST_P(Crowds, TakeTurnsWithinTheLimitOfDescriptors) {
  RawFile file = crowd_together(GetParam(), 128, "256");
  // A tracer's registers and clock need no descriptors.
  const bool limited = GetParam() != std::string("tracer");
  EXPECT_EQ(file.statistics["threads_rotated"] > 0, limited);
  EXPECT_EQ(file.statistics["cpu_time_unwatched"] > 0, limited);
}

TEST(Crowd, TakesTurnsIf512ThreadsMeetTheUsualLimit) {
  EXPECT_GT(crowd_together("auto", 512, "1024").statistics["threads_rotated"], 0u);
}

// Like servers, which need a descriptor for each client.
TEST(Crowd, IsSampledUnderALimitThatTheProgramLoweredItself) {
  RecordedRun run({crowd, "limited", "8", "100"}, {{"HAGSTONE_PERIOD", "1000000"}});
  const RawFile &file = run.file();
  EXPECT_EQ(file.statistics.at("cpu_time_unwatched"), 0u);
  EXPECT_EQ(file.statistics.at("threads_unwatched"), 0u);
  EXPECT_GT(file.statistics.at("samples"), 0u);
}

TEST_P(Crowds, LeakNothingIfThreadsFollowEachOther) {
  // The target itself reports every descriptor and mapping that is left; more threads than the agent has descriptors for meet
  // what it does not see. With async the kernel takes 30 ms for each thread.
  const unsigned threads = GetParam() == std::string("async") ? 150 : 3'000;
  RawFile file = expect_unchanged({crowd, "threads", std::to_string(threads)});
  EXPECT_EQ(file.threads, file.thread_ends);
  EXPECT_GE(file.threads, threads + threads / 10);
}

// With perf; with a tracer descriptors are not involved.
class ShortThreads : public testing::TestWithParam<const char *> {};

INSTANTIATE_TEST_SUITE_P(Transports, ShortThreads, testing::Values("sigtrap", "async"),
                         [](const auto &info) { return std::string(info.param); });

TEST_P(ShortThreads, OpenNothingBeforeTheirFirstSampleIsDue) {
  // A thread's first sample comes at a random moment of 100 s: for all but one in 30 seeds, none of 400 threads is due
  // within two clock ticks.
  RecordedRun run({crowd, "slim", "400"}, {{"HAGSTONE_TRANSPORT", GetParam()}, {"HAGSTONE_PERIOD", "100000000003"}});
  EXPECT_EQ(run.outcome().output, "most 0\n");
  EXPECT_EQ(run.file().threads, 401u);
  EXPECT_EQ(run.file().thread_ends, 401u);
  EXPECT_EQ(run.file().statistics.at("cpu_time_unwatched"), 0u);
}

// Traps of a function's stores: in both functions each store is overwritten by the next.
struct Credit {
  double sum = 0, squares = 0;
};

Credit credit_of(const RawFile &file, const ProgramSymbols &symbols, const std::string &function) {
  Credit credit;
  for (const PairLine &pair : file.pairs) {
    const uint64_t offset = std::stoull(pair.watch.substr(pair.watch.find('+') + 1), nullptr, 16);
    if (symbols.function_at(offset) != function || !pair.traps) continue;
    credit.sum += pair.credit;
    credit.squares += pair.credit * pair.credit / static_cast<double>(pair.traps);
  }
  return credit;
}

struct Lives {
  const char *name;
  const char *threads;
  const char *rounds;
  const char *period;        // ns
  const char *max_overhead;  // millionths
  bool spaced_out;
};

class Fairness : public testing::TestWithParam<Lives> {};

// 400 million rounds, half of them in one thread, the other half in threads that end before their first sample is likely.
TEST_P(Fairness, SamplesShortThreadsAsOftenAsLongOnes) {
  const Lives &lives = GetParam();
  RecordedRun run({crowd, "halves", lives.threads, lives.rounds},
                  {{"HAGSTONE_PERIOD", lives.period}, {"HAGSTONE_MAX_OVERHEAD", lives.max_overhead}});
  const RawFile &file = run.file();
  ASSERT_TRUE(file.sound) << file.complaint;
  EXPECT_EQ(file.statistics.at("period_raised") > 0, lives.spaced_out);
  const ProgramSymbols symbols(crowd);
  const Credit in_short = credit_of(file, symbols, "work_in_short_thread");
  const Credit in_long = credit_of(file, symbols, "work_in_long_thread");
  // The difference of two sums of independent samples of one mean: its variance is at most the sum of their squares.
  const double deviation = std::sqrt(in_short.squares + in_long.squares);
  EXPECT_GT(in_short.sum, 0);
  EXPECT_GT(in_long.sum, 0);
  EXPECT_LT(std::abs(in_short.sum - in_long.sum), 5 * deviation) << in_short.sum << " and " << in_long.sum;
}

INSTANTIATE_TEST_SUITE_P(Crowd, Fairness,
                         testing::Values(Lives{"much_shorter_than_a_tick", "1000", "1000000", "2000003", "0", false},
                                         Lives{"longer_than_a_tick", "50", "20000000", "9000011", "0", false},
                                         Lives{"spaced_out", "2000", "500000", "2000003", "160000", true}),
                         [](const auto &info) { return std::string(info.param.name); });

// A thread that sleeps often meets few clock ticks. Of 200 threads that each live for nearly a period of CPU time most
// have a first sample due.
TEST(Crowd, LosesNoFirstSamplesIfItsThreadsSleep) {
  RecordedRun run({crowd, "naps", "200", "16000000"}, {{"HAGSTONE_PERIOD", "9000011"}, {"HAGSTONE_MAX_OVERHEAD", "0"}});
  const RawFile &file = run.file();
  ASSERT_TRUE(file.sound) << file.complaint;
  EXPECT_GT(file.statistics.at("timer_signals"), 100u);
  EXPECT_LT(file.statistics.at("dropped_ended"), 5u);
}

TEST_P(Crowds, LeakNothingIfChildrenFollowEachOther) { expect_unchanged({crowd, "children", "200"}); }

}  // namespace
