// SPDX-License-Identifier: GPL-2.0-or-later
// The engine's counts equal the reference's on random programs, and would not if either broke a rule. The seeds are
// fixed; `hagstone_truth` compares any number of further ones.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "assembly.h"
#include "engine_run.h"
#include "generator.h"
#include "native_steps.h"
#include "recorded_results.h"
#include "reference.h"
#include "simulation.h"
#include "stepped_threads.h"
#include "windows.h"

namespace {

using namespace hagstone::truth;

const std::set<Tool> all_tools = {Tool::dead_stores, Tool::silent_stores, Tool::redundant_loads, Tool::reuse, Tool::spatial_loads};
struct EngineRun {
  Trace trace;
  Results found;
};

struct Windows {
  uint64_t on, off;
};

EngineRun run(uint64_t seed, uint32_t programs, const std::set<Tool>& tools, std::vector<std::string> options,
              std::optional<Windows> windows = {}, Kind kind = Kind::usual) {
  char directory[] = "/tmp/hagstone-truth-XXXXXX";
  if (!mkdtemp(directory)) throw std::runtime_error("no directory could be made in /tmp");
  const std::string program = std::string(directory) + "/program";
  const Process process = generate(seed, programs, kind);
  EngineRun made = {simulate(process, build(process, directory, "program")), {}};
  if (windows) {
    cut_into_windows(made.trace, native_steps(program), windows->on, windows->off);
    options = with_windows(std::move(options), windows->on, windows->off);
  }
  const std::string recording = run_engine(program, directory, tools, options);
  made.found = recorded_results(recording, made.trace.contexts, tools);
  std::filesystem::remove_all(directory);
  return made;
}

std::string differences_of(const EngineRun& made, Fault fault, size_t most, const std::set<Tool>& tools = all_tools) {
  const Results truth = only(count(made.trace, fault), tools);
  std::string text;
  for (const std::string& line : differences(truth, made.found, made.trace.contexts, most)) text += line + "\n";
  return text;
}

// 10,000 programs, in processes of 100: more in one take longer each.
class Truth : public ::testing::TestWithParam<uint64_t> {};
constexpr uint64_t kProcessesEach = 5;

TEST_P(Truth, EngineAgreesOnRandomPrograms) {
  for (uint64_t seed = GetParam(); seed < GetParam() + kProcessesEach; seed++) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    EXPECT_EQ(differences_of(run(seed, 100, all_tools, {}), Fault::none, 20), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Truth, ::testing::Range(uint64_t{2001}, uint64_t{2101}, kProcessesEach));

TEST(TruthOfEngine, EngineAgreesWithoutInlineCode) {
  EXPECT_EQ(differences_of(run(1005, 100, all_tools, {"--generic=yes"}), Fault::none, 20), "");
}

TEST(TruthOfEngine, EngineAgreesWithEachToolAlone) {
  for (Tool tool : all_tools) {
    SCOPED_TRACE("tool " + std::to_string(static_cast<int>(tool)));
    EXPECT_EQ(differences_of(run(1006, 50, {tool}, {}), Fault::none, 20, {tool}), "");
  }
}

// By option distances are those of the process, which is a broken rule otherwise.
TEST(TruthOfEngine, EngineAgreesOnDistancesOfTheProcess) {
  const std::set<Tool> reuse = {Tool::reuse};
  EXPECT_EQ(differences_of(run(1007, 50, reuse, {"--process-wide=yes"}), Fault::distances_of_the_process, 20, reuse), "");
}

TEST(TruthOfEngine, EveryRuleBrokenIsNoticed) {
  const EngineRun made = run(1001, 50, all_tools, {});
#define HAGSTONE_X(name) EXPECT_NE(differences_of(made, Fault::name, 1), "") << #name << " makes no difference";
  HAGSTONE_TRUTH_FAULTS(HAGSTONE_X)
#undef HAGSTONE_X
}

class TruthOfWindows : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = why_not_stepped(); !reason.empty()) GTEST_SKIP() << reason;
  }
};

TEST_F(TruthOfWindows, EngineAgrees) {
  for (const Windows windows : {Windows{1000, 3000}, Windows{100, 150}, Windows{30, 1}, Windows{1, 20}}) {
    SCOPED_TRACE("windows of " + std::to_string(windows.on) + ", gaps of " + std::to_string(windows.off));
    EXPECT_EQ(differences_of(run(1008, 30, all_tools, {}, windows), Fault::none, 20), "");
  }
}

TEST_F(TruthOfWindows, EngineAgreesWithoutInlineCode) {
  EXPECT_EQ(differences_of(run(1009, 30, all_tools, {"--generic=yes"}, Windows{100, 150}), Fault::none, 20), "");
}

TEST_F(TruthOfWindows, EngineAgreesWithEachToolAlone) {
  for (Tool tool : all_tools) {
    SCOPED_TRACE("tool " + std::to_string(static_cast<int>(tool)));
    EXPECT_EQ(differences_of(run(1010, 20, {tool}, {}, Windows{50, 70}), Fault::none, 20, {tool}), "");
  }
}

TEST(TruthOfCollection, EngineAgrees) {
  EXPECT_EQ(differences_of(run(1011, 100, all_tools, {}, {}, Kind::collecting), Fault::none, 20), "");
  EXPECT_EQ(differences_of(run(1012, 100, all_tools, {"--generic=yes"}, {}, Kind::collecting), Fault::none, 20), "");
}

TEST(TruthOfCollection, EveryRuleBrokenIsNoticed) {
  const EngineRun made = run(1011, 100, all_tools, {}, {}, Kind::collecting);
#define HAGSTONE_X(name) EXPECT_NE(differences_of(made, Fault::name, 1), "") << #name << " makes no difference";
  HAGSTONE_TRUTH_WINDOW_FAULTS(HAGSTONE_X)
#undef HAGSTONE_X
}

TEST_F(TruthOfWindows, EveryRuleBrokenIsNoticed) {
  const EngineRun made = run(1008, 50, all_tools, {}, Windows{100, 150});
#define HAGSTONE_X(name) EXPECT_NE(differences_of(made, Fault::name, 1), "") << #name << " makes no difference";
  HAGSTONE_TRUTH_WINDOW_FAULTS(HAGSTONE_X)
#undef HAGSTONE_X
}

}  // namespace
