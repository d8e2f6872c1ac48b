// SPDX-License-Identifier: MIT
// The samples with known answers, sampled by this machine's own PMU; without one, the message.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cmath>

#include "common/agent_environment.h"
#include "probe/pmu_probe.h"
#include "test/support/answers.h"
#include "test/support/recorded_run.h"

namespace hagstone {
namespace {

struct Engine {
  const char *name;
  hagstone_engine engine;
};

class LiveSampling : public ::testing::TestWithParam<Engine> {
 protected:
  static PmuReport probe() {
    signal(SIGTRAP, SIG_IGN);
    PmuReport report = probe_pmu(GetParam().engine, HAGSTONE_TRANSPORT_ASYNC);
    signal(SIGTRAP, SIG_DFL);
    return report;
  }
  static Variables variables(const char *tool, const char *period) {
    return {{HAGSTONE_ENVIRONMENT_ENGINE, GetParam().name},
            {HAGSTONE_ENVIRONMENT_TOOLS, tool},
            {HAGSTONE_ENVIRONMENT_PERIOD, period}};
  }
};

constexpr double one_in_a_million = 4.9;  // standard deviations

TEST_P(LiveSampling, KnowsTheLoopOfTheSelfTest) {
  const PmuReport report = probe();
  if (!report.opened) GTEST_SKIP() << report.reason;
  EXPECT_EQ(report.self_test, SelfTestResult::passed) << report.reason;
}

TEST_P(LiveSampling, FourPairsAreAQuarterEach) {
  const PmuReport report = probe();
  if (!report.opened) GTEST_SKIP() << report.reason;
  RecordedRun run({sample_path("four_pairs")}, variables("dead-stores", "1000000"));
  const RawFile &file = run.file();
  ASSERT_TRUE(file.sound) << file.complaint;
  std::map<std::string, double> credit;
  double total = 0;
  uint64_t traps = 0;
  for (const PairLine &pair : file.pairs) {
    if (pair.relation != "KILLED_BY" || answer_at("four_pairs", pair.watch).empty()) continue;
    credit[answer_at("four_pairs", pair.watch)] += pair.credit;
    total += pair.credit;
    traps += pair.traps;
  }
  ASSERT_EQ(credit.size(), 4u);
  ASSERT_GE(traps, 1000u);
  for (const auto &[store, share] : credit)
    EXPECT_NEAR(share / total, 0.25, one_in_a_million * std::sqrt(0.25 * 0.75 / static_cast<double>(traps))) << store;
}

TEST_P(LiveSampling, ASweepIsReusedAfterItsLengthInAccesses) {
  const PmuReport report = probe();
  if (!report.opened) GTEST_SKIP() << report.reason;
  constexpr double length = 2'000'000;
  RecordedRun run({sample_path("cyclic_sweep"), "1000", "2000000"}, variables("reuse-distance", "1000000"));
  const RawFile &file = run.file();
  ASSERT_TRUE(file.sound) << file.complaint;
  std::vector<uint64_t> distances;
  for (const ReuseLine &reuse : file.reuses)
    if (reuse.credit > 0) distances.push_back(reuse.distance);
  ASSERT_GE(distances.size(), 100u);
  std::sort(distances.begin(), distances.end());
  EXPECT_NEAR(static_cast<double>(distances[distances.size() / 2]), length, 0.01 * length);
}

TEST_P(LiveSampling, NeedsThePmuAndSaysSoWhileTheProgramRuns) {
  const PmuReport report = probe();
  if (report.opened) GTEST_SKIP() << "this machine has the PMU";
  const std::vector<std::string> command = {sample_path("four_pairs"), "10"};
  RecordedRun run(command, variables("dead-stores", "1000000"));
  EXPECT_EQ(run.outcome(), run_plainly(command));
  EXPECT_EQ(run.file().header.at("failure"), std::to_string(HAGSTONE_FAILURE_no_performance_counters));
}

INSTANTIATE_TEST_SUITE_P(Engines, LiveSampling,
                         ::testing::Values(Engine{"pebs", HAGSTONE_ENGINE_PEBS}, Engine{"ibs", HAGSTONE_ENGINE_IBS}),
                         [](const auto &info) { return info.param.name; });

}  // namespace
}  // namespace hagstone
