// SPDX-License-Identifier: MIT
// The agent samples by an event that the user names: page faults, which every machine has (page_fault_test.cpp).
#include <gtest/gtest.h>

#include <cmath>

#include "common/agent_environment.h"
#include "common/raw_format.h"
#include "test/support/recorded_run.h"

namespace {

constexpr double one_in_a_million = 4.9;  // standard deviations

Variables by_page_faults(const char *transport) {
  return {{HAGSTONE_ENVIRONMENT_ENGINE, "pebs"},       {HAGSTONE_ENVIRONMENT_EVENTS, "stores:1:2:0:0"},
          {HAGSTONE_ENVIRONMENT_TOOLS, "dead-stores"}, {HAGSTONE_ENVIRONMENT_PERIOD, "1000"},
          {HAGSTONE_ENVIRONMENT_MAX_OVERHEAD, "0"},    {HAGSTONE_ENVIRONMENT_TRANSPORT, transport}};
}

class NamedEvent : public ::testing::TestWithParam<const char *> {};

TEST_P(NamedEvent, SamplesThreadsAndChildrenInTheirTrueShares) {
  const std::vector<std::string> command = {HAGSTONE_PAGE_FAULTS, "800"};
  RecordedRun run(command, by_page_faults(GetParam()));
  EXPECT_EQ(run.outcome(), run_plainly(command));
  ASSERT_EQ(run.files().size(), 2u);
  EXPECT_EQ(run.file().threads, 4u);
  for (const RawFile &file : run.files()) {
    ASSERT_TRUE(file.sound) << file.complaint;
    EXPECT_EQ(file.header.at("failure"), "0");
    EXPECT_EQ(file.header.at("engine"), std::to_string(HAGSTONE_ENGINE_PEBS));
    EXPECT_EQ(file.header.at("driver"), std::to_string(HAGSTONE_DRIVER_ACCESSES));
    EXPECT_EQ(file.header.at("store_event"), "2");
    EXPECT_EQ(file.header.at("load_event"), "0");
    EXPECT_EQ(file.header.at("period"), "997");
    double killed = 0, used = 0;
    uint64_t traps = 0;
    for (const PairLine &pair : file.pairs) {
      if (pair.watch.rfind("page_faults+", 0) != 0) continue;
      (pair.relation == "KILLED_BY" ? killed : used) += pair.credit;
      traps += pair.traps;
    }
    ASSERT_GE(traps, 100u);
    EXPECT_NEAR(killed / (killed + used), 0.75, one_in_a_million * std::sqrt(0.75 * 0.25 / static_cast<double>(traps)));
  }
}

TEST_P(NamedEvent, CannotServeAToolForLoadsIfItCountsStores) {
  Variables variables = by_page_faults(GetParam());
  variables[HAGSTONE_ENVIRONMENT_TOOLS] = "redundant-loads";
  const std::vector<std::string> command = {HAGSTONE_PAGE_FAULTS, "1"};
  RecordedRun run(command, variables);
  EXPECT_EQ(run.outcome(), run_plainly(command));
  EXPECT_EQ(run.file().header.at("failure"), std::to_string(HAGSTONE_FAILURE_no_performance_counters));
}

// If the processor can count accesses there is no such error: nothing to test.
TEST_P(NamedEvent, HasNoReuseDistancesWithoutCountersOfAccesses) {
  Variables variables = by_page_faults(GetParam());
  variables[HAGSTONE_ENVIRONMENT_EVENTS] = "all:1:2:0:0";
  variables[HAGSTONE_ENVIRONMENT_TOOLS] = "reuse-distance";
  const std::vector<std::string> command = {HAGSTONE_PAGE_FAULTS, "1"};
  RecordedRun run(command, variables);
  EXPECT_EQ(run.outcome(), run_plainly(command));
  if (run.file().header.at("failure") == "0") GTEST_SKIP() << "this machine has counters of accesses";
  EXPECT_EQ(run.file().header.at("failure"), std::to_string(HAGSTONE_FAILURE_no_performance_counters));
}

TEST_P(NamedEvent, IsReportedIfItCannotBeRead) {
  Variables variables = by_page_faults(GetParam());
  variables[HAGSTONE_ENVIRONMENT_EVENTS] = "stores:1";
  RecordedRun run({HAGSTONE_PAGE_FAULTS, "1"}, variables);
  EXPECT_EQ(run.file().header.at("failure"), std::to_string(HAGSTONE_FAILURE_configuration));
}

TEST_P(NamedEvent, IsNotNoticedByTheTarget) {
  const std::string targets = HAGSTONE_TARGETS "/";
  for (const std::vector<std::string> &command :
       std::vector<std::vector<std::string>>{{targets + "many_threads"},
                                             {targets + "processes"},
                                             {targets + "own_signals"},
                                             {targets + "descriptors"},
                                             {targets + "crowd", "threads", "1000"},
                                             {targets + "crowd", "children", "50"}}) {
    RecordedRun run(command, by_page_faults(GetParam()));
    EXPECT_EQ(run.outcome(), run_plainly(command)) << command[0];
    for (const RawFile &file : run.files()) EXPECT_TRUE(file.sound) << command[0] << ": " << file.complaint;
  }
}

// Threads do not take turns as under the software engine: those that get no events are counted.
TEST_P(NamedEvent, ThreadsBeyondTheDescriptorsAreCounted) {
  const std::string crowd = HAGSTONE_TARGETS "/crowd together 128 12";
  RecordedRun run({"/bin/sh", "-c", "ulimit -n 256; exec " + crowd}, by_page_faults(GetParam()));
  const RawFile &file = run.files().back();
  EXPECT_GT(file.statistics.at("threads_unwatched"), 0u);
  EXPECT_LT(file.statistics.at("threads_unwatched"), 128u);
}

INSTANTIATE_TEST_SUITE_P(Transports, NamedEvent, ::testing::Values("sigtrap", "async"),
                         [](const auto &info) { return std::string(info.param); });

}  // namespace
