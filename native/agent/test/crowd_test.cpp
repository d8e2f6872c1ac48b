// SPDX-License-Identifier: MIT
// More threads at once than there are descriptors for, and more threads and children one after another than any leak
// would survive.
#include <gtest/gtest.h>

#include "recorded_run.h"

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
  const std::vector<std::string> command =
      with_limit(descriptors, crowd + " together " + std::to_string(threads) + " 12");
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

TEST_P(Crowds, OfThreadsTakesTurns) {
  RawFile file = crowd_together(GetParam(), 128, "256");
  // A tracer's registers and clock need no descriptors.
  const bool limited = GetParam() != std::string("tracer");
  EXPECT_EQ(file.statistics["threads_rotated"] > 0, limited);
  EXPECT_EQ(file.statistics["cpu_time_unwatched"] > 0, limited);
}

TEST(Crowd, Of512ThreadsTakesTurnsWithinTheUsualLimit) {
  EXPECT_GT(crowd_together("auto", 512, "1024").statistics["threads_rotated"], 0u);
}

TEST_P(Crowds, OfThreadsOneAfterAnotherLeaksNothing) {
  RawFile file = expect_unchanged({crowd, "threads", "3000"});
  EXPECT_EQ(file.threads, file.thread_ends);
  EXPECT_GE(file.threads, 3'300u);
}

TEST_P(Crowds, OfChildrenLeaksNothing) { expect_unchanged({crowd, "children", "400"}); }

}  // namespace
