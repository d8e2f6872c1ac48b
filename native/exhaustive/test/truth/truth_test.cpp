// SPDX-License-Identifier: GPL-2.0-or-later
// The engine's counts equal the reference's on random programs, and would not if either broke a rule. The seeds are
// fixed; `hagstone_truth` compares any number of further ones.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "programs/assembled_program.h"
#include "engine_run.h"
#include "programs/generator.h"
#include "simulation/native_steps.h"
#include "recorded_results.h"
#include "reference/reference.h"
#include "simulation/simulation.h"
#include "simulation/stepped_threads.h"
#include "simulation/windows.h"

namespace {

using namespace hagstone::truth;

const std::set<Tool> all_tools = {Tool::dead_stores, Tool::silent_stores, Tool::redundant_loads, Tool::reuse,
                                  Tool::spatial_loads};
struct EngineRun {
  Trace trace;
  ScopesTold scopes;
  Results found;
};

struct Windows {
  uint64_t on, off;
};

EngineRun run(uint64_t seed, uint32_t programs, const std::set<Tool> &tools, std::vector<std::string> options,
              std::optional<Windows> windows = {}, Kind kind = Kind::usual, ScopesTold scopes = ScopesTold::none) {
  char directory[] = "/tmp/hagstone-truth-XXXXXX";
  if (!mkdtemp(directory)) throw std::runtime_error("no directory could be made in /tmp");
  const std::string program = std::string(directory) + "/program";
  const Process process = generate(seed, programs, kind);
  const std::vector<uint64_t> places = build(process, directory, "program");
  EngineRun made = {simulate(process, places, process.has_handler ? signal_frame() : SignalFrame{}), scopes, {}};
  if (scopes != ScopesTold::none) tell_scopes(process, places, program, scopes, options);
  if (windows) {
    cut_into_windows(made.trace, native_steps(program), windows->on, windows->off);
    options = with_windows(std::move(options), windows->on, windows->off);
  }
  const std::string recording = run_engine(program, directory, tools, options);
  made.found = recorded_results(recording, made.trace.contexts, tools);
  std::filesystem::remove_all(directory);
  return made;
}

std::string differences_of(const EngineRun &made, Fault fault, size_t most, const std::set<Tool> &tools = all_tools) {
  const Results truth = only(count(made.trace, fault, made.scopes), tools);
  std::string text;
  for (const std::string &line : differences(truth, made.found, made.trace.contexts, most)) text += line + "\n";
  return text;
}

// Some rules matter to few programs: for each one of the runs that notices it is enough.
bool is_noticed(const std::vector<EngineRun> &runs, Fault fault, const std::set<Tool> &tools = all_tools) {
  for (const EngineRun &made : runs)
    if (!differences_of(made, fault, 1, tools).empty()) return true;
  return false;
}

// 400 programs, and 9,600 more in the long tests, in processes of 100: more in one take longer each.
class Truth : public ::testing::TestWithParam<uint64_t> {};
constexpr uint64_t kProcessesEach = 4;

TEST_P(Truth, EngineAgreesOnRandomPrograms) {
  for (uint64_t seed = GetParam(); seed < GetParam() + kProcessesEach; seed++) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    // Odd and even seeds both get each kind.
    const Kind kind = seed / 2 % 4 == 3 ? Kind::signalling : Kind::usual;
    EXPECT_EQ(differences_of(run(seed, 100, all_tools, {}, {}, kind), Fault::none, 20), "");
  }
}

// An odd and an even seed of each kind.
INSTANTIATE_TEST_SUITE_P(Seeds, Truth, ::testing::Values(uint64_t{2004}), ::testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(MoreSeeds, Truth, ::testing::Range(uint64_t{2008}, uint64_t{2104}, kProcessesEach),
                         ::testing::PrintToStringParamName());

TEST(TruthOfEngine, EngineAgreesWithoutInlineCode) {
  EXPECT_EQ(differences_of(run(1004, 100, all_tools, {"--generic=yes"}), Fault::none, 20), "");
}

TEST(TruthOfEngine, EngineAgreesWithEachToolAlone) {
  for (Tool tool : all_tools) {
    SCOPED_TRACE("tool " + std::to_string(static_cast<int>(tool)));
    EXPECT_EQ(differences_of(run(1005, 50, {tool}, {}), Fault::none, 20, {tool}), "");
  }
}

TEST(MoreSeedsOfEngine, EngineAgreesWithEachToolAlone) {
  for (Tool tool : all_tools) {
    SCOPED_TRACE("tool " + std::to_string(static_cast<int>(tool)));
    EXPECT_EQ(differences_of(run(1006, 50, {tool}, {}), Fault::none, 20, {tool}), "");
  }
}

// By option distances are those of the process, which is a broken rule otherwise.
TEST(TruthOfEngine, EngineAgreesOnDistancesOfTheProcess) {
  const std::set<Tool> reuse = {Tool::reuse};
  EXPECT_EQ(differences_of(run(1008, 50, reuse, {"--process-wide=yes"}), Fault::distances_of_the_process, 20, reuse), "");
}

// In billionths. At 0 only equal numbers and zeros of both signs repeat, at 0.6 numbers 1.5 apart of 2.5.
TEST(TruthOfEngine, EngineAgreesWhateverTheTolerance) {
  for (uint64_t tolerance : {0, 1, 300'000, 600'000'000}) {
    SCOPED_TRACE("tolerance " + std::to_string(tolerance));
    EngineRun made = run(1013, 50, all_tools, {"--tolerance=" + std::to_string(tolerance)});
    made.trace.tolerance = tolerance;
    EXPECT_EQ(differences_of(made, Fault::none, 20), "");
    made.trace.tolerance = Trace{}.tolerance;
    EXPECT_NE(differences_of(made, Fault::none, 1), "") << "no values tell it from the usual one";
  }
}

TEST(TruthOfEngine, EveryRuleBrokenIsNoticed) {
  // Ten programs notice most of them, in a sixth of the time.
  const std::vector<EngineRun> made = {run(1002, 10, all_tools, {}), run(1002, 60, all_tools, {}),
                                       run(1001, 100, all_tools, {})};
#define HAGSTONE_X(name) EXPECT_TRUE(is_noticed(made, Fault::name)) << #name << " makes no difference";
  HAGSTONE_TRUTH_FAULTS(HAGSTONE_X)
#undef HAGSTONE_X
}

class TruthOfScopes : public ::testing::TestWithParam<ScopesTold> {
 protected:
  static EngineRun run_with(uint64_t seed, std::vector<std::string> options, std::optional<Windows> windows = {}) {
    return run(seed, 100, all_tools, std::move(options), windows, Kind::usual, GetParam());
  }
  static void expect_agreement(const EngineRun &made) { EXPECT_EQ(differences_of(made, Fault::none, 20), ""); }
  static void expect_agreement_of(std::initializer_list<uint64_t> seeds) {
    for (uint64_t seed : seeds) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      expect_agreement(run_with(seed, {}));
    }
  }
};

class TruthOfMoreScopes : public TruthOfScopes {};
TEST_P(TruthOfMoreScopes, EngineAgrees) { expect_agreement_of({1022, 1023, 1024, 1025}); }

TEST_P(TruthOfScopes, EngineAgreesWithoutInlineCode) { expect_agreement(run_with(1026, {"--generic=yes"})); }

TEST_P(TruthOfScopes, EngineAgreesInWindows) {
  if (const std::string reason = why_not_stepped(); !reason.empty()) GTEST_SKIP() << reason;
  expect_agreement(run_with(1027, {}, Windows{100, 150}));
}

TEST_P(TruthOfScopes, EngineAgreesAndEveryRuleBrokenIsNoticed) {
  const std::vector<EngineRun> made = {run_with(1021, {})};
  expect_agreement(made[0]);
#define HAGSTONE_X(name) EXPECT_TRUE(is_noticed(made, Fault::name)) << #name << " makes no difference";
  HAGSTONE_TRUTH_SCOPE_FAULTS(HAGSTONE_X)
#undef HAGSTONE_X
}

const auto whether_once = [](const auto &each) { return each.param == ScopesTold::once ? "Once" : "Always"; };
INSTANTIATE_TEST_SUITE_P(All, TruthOfScopes, ::testing::Values(ScopesTold::once, ScopesTold::always), whether_once);
INSTANTIATE_TEST_SUITE_P(MoreSeeds, TruthOfMoreScopes, ::testing::Values(ScopesTold::once, ScopesTold::always),
                         whether_once);

TEST(TruthOfSignals, EngineAgreesWithoutInlineCode) {
  EXPECT_EQ(differences_of(run(1032, 100, all_tools, {"--generic=yes"}, {}, Kind::signalling), Fault::none, 20), "");
}

TEST(TruthOfSignals, EngineAgreesOnScopes) {
  EXPECT_EQ(differences_of(run(1033, 100, all_tools, {}, {}, Kind::signalling, ScopesTold::once), Fault::none, 20), "");
}

TEST(TruthOfSignals, EveryRuleBrokenIsNoticed) {
  const std::vector<EngineRun> made = {run(1034, 50, all_tools, {}, {}, Kind::signalling)};
#define HAGSTONE_X(name) EXPECT_TRUE(is_noticed(made, Fault::name)) << #name << " makes no difference";
  HAGSTONE_TRUTH_SIGNAL_FAULTS(HAGSTONE_X)
#undef HAGSTONE_X
}

class TruthOfWindows : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = why_not_stepped(); !reason.empty()) GTEST_SKIP() << reason;
  }
};

void expect_agreement_in_windows(uint64_t seed, std::initializer_list<Windows> each_size) {
  for (const Windows windows : each_size) {
    SCOPED_TRACE("windows of " + std::to_string(windows.on) + ", gaps of " + std::to_string(windows.off));
    EXPECT_EQ(differences_of(run(seed, 30, all_tools, {}, windows), Fault::none, 20), "");
  }
}

// EngineAgreesAndEveryRuleBrokenIsNoticed has windows of 100.
TEST_F(TruthOfWindows, EngineAgrees) {
  expect_agreement_in_windows(1008, {Windows{1000, 3000}, Windows{30, 1}, Windows{1, 20}});
}

class MoreSeedsOfWindows : public TruthOfWindows {};
TEST_F(MoreSeedsOfWindows, EngineAgrees) {
  expect_agreement_in_windows(1009, {Windows{1000, 3000}, Windows{100, 150}, Windows{30, 1}, Windows{1, 20}});
}

TEST_F(TruthOfWindows, EngineAgreesWithoutInlineCode) {
  EXPECT_EQ(differences_of(run(1010, 30, all_tools, {"--generic=yes"}, Windows{100, 150}), Fault::none, 20), "");
}

TEST_F(TruthOfWindows, EngineAgreesWithEachToolAlone) {
  for (Tool tool : all_tools) {
    SCOPED_TRACE("tool " + std::to_string(static_cast<int>(tool)));
    EXPECT_EQ(differences_of(run(1010, 20, {tool}, {}, Windows{50, 70}), Fault::none, 20, {tool}), "");
  }
}

TEST(TruthOfCollection, EngineAgreesWithoutInlineCode) {
  EXPECT_EQ(differences_of(run(1014, 100, all_tools, {"--generic=yes"}, {}, Kind::collecting), Fault::none, 20), "");
}

TEST(MoreSeedsOfCollection, EngineAgrees) {
  EXPECT_EQ(differences_of(run(1011, 100, all_tools, {}, {}, Kind::collecting), Fault::none, 20), "");
}

TEST(TruthOfCollection, EngineAgreesAndEveryRuleBrokenIsNoticed) {
  const std::vector<EngineRun> made = {run(1012, 100, all_tools, {}, {}, Kind::collecting),
                                       run(1014, 100, all_tools, {}, {}, Kind::collecting)};
  for (const EngineRun &each : made) EXPECT_EQ(differences_of(each, Fault::none, 20), "");
#define HAGSTONE_X(name) EXPECT_TRUE(is_noticed(made, Fault::name)) << #name << " makes no difference";
  HAGSTONE_TRUTH_WINDOW_FAULTS(HAGSTONE_X)
#undef HAGSTONE_X
}

TEST_F(TruthOfWindows, EngineAgreesAndEveryRuleBrokenIsNoticed) {
  const std::vector<EngineRun> made = {run(1008, 50, all_tools, {}, Windows{100, 150}),
                                       run(1010, 50, all_tools, {}, Windows{100, 150})};
  for (const EngineRun &each : made) EXPECT_EQ(differences_of(each, Fault::none, 20), "");
#define HAGSTONE_X(name) EXPECT_TRUE(is_noticed(made, Fault::name)) << #name << " makes no difference";
  HAGSTONE_TRUTH_WINDOW_FAULTS(HAGSTONE_X)
#undef HAGSTONE_X
}

}  // namespace
