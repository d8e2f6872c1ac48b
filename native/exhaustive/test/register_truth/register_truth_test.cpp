// SPDX-License-Identifier: GPL-2.0-or-later
// The engine's counts of registers and values equal the reference's on random programs, and would not if either broke a
// rule. The seeds are fixed; `hagstone_register_truth` compares any number of further ones (10,000 programs:
// hagstone_register_truth 1 100 100).
#include <gtest/gtest.h>

#include "native_run.h"
#include "recorded.h"

namespace {

using namespace hagstone::register_truth;

constexpr uint32_t short_loops = 0, rounds_of_several_clear_intervals = 12500, rounds_of_several_tests = 7500;

std::string differences_of(const Comparison &compared, size_t most) {
  EXPECT_FALSE(compared.found.values.empty());
  std::string text;
  for (const std::string &line : differences(compared.truth, compared.found, compared.contexts, most)) text += line + "\n";
  return text;
}

struct NamedFault {
  Fault fault;
  const char *name;
};
#define HAGSTONE_X(fault) {Fault::fault, #fault},
const std::vector<NamedFault> register_faults = {HAGSTONE_REGISTER_FAULTS(HAGSTONE_X)};
const std::vector<NamedFault> value_faults = {HAGSTONE_VALUE_FAULTS(HAGSTONE_X)};
const std::vector<NamedFault> window_faults = {HAGSTONE_WINDOW_FAULTS(HAGSTONE_X)};
const std::vector<NamedFault> convergence_faults = {HAGSTONE_CONVERGENCE_FAULTS(HAGSTONE_X)};
#undef HAGSTONE_X

// The truth without a fault first.
std::vector<Comparison> compare_with(uint64_t seed, uint32_t programs, uint32_t rounds,
                                     const std::vector<NamedFault> &faults, const Measured &measured = {}) {
  std::vector<Fault> all = {Fault::none};
  for (const NamedFault &each : faults) all.push_back(each.fault);
  return compare(seed, programs, rounds, all, measured);
}

class RegisterTruth : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = why_not_run_natively(); !reason.empty()) GTEST_SKIP() << reason;
  }
};

// The tests below compare the results of as many programs, chosen or broken in other ways.
class MoreSeedsOfRegisters : public RegisterTruth {};
TEST_F(MoreSeedsOfRegisters, EngineAgreesOnRandomPrograms) {
  for (uint64_t seed = 2001; seed <= 2002; seed++) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    EXPECT_EQ(differences_of(compare(seed, 100, short_loops, {Fault::none}, {})[0], 20), "");
  }
}

// Two multiplications of the same factors in a superblock: far apart, and in the next round of a loop.
TEST_F(RegisterTruth, EngineAgreesWhereValgrindComputesOnceForTwoInstructions) {
  for (const uint64_t seed : {27, 61})
    EXPECT_EQ(differences_of(compare(seed, 100, short_loops, {Fault::none}, {})[0], 20), "") << seed;
}

TEST_F(RegisterTruth, EngineAgreesWithoutInlineCode) {
  EXPECT_EQ(differences_of(compare(2003, 50, short_loops, {Fault::none}, {.options = {"--generic=yes"}})[0], 20), "");
}

TEST_F(RegisterTruth, EveryRuleOfRegistersBrokenIsNoticed) {
  const auto compared = compare_with(2001, 50, short_loops, register_faults);
  EXPECT_EQ(differences_of(compared[0], 20), "");
  for (size_t i = 0; i < register_faults.size(); i++)
    EXPECT_NE(differences_of(compared[i + 1], 1), "") << register_faults[i].name << " makes no difference";
}

// The truth without a fault agrees. @returns the faults that make no difference
std::vector<NamedFault> unnoticed(uint64_t seed, uint32_t programs, uint32_t rounds, const std::vector<NamedFault> &faults,
                                  const Measured &measured = {}) {
  const auto compared = compare_with(seed, programs, rounds, faults, measured);
  EXPECT_EQ(differences_of(compared[0], 20), "");
  std::vector<NamedFault> found;
  for (size_t i = 0; i < faults.size(); i++)
    if (differences_of(compared[i + 1], 1).empty()) found.push_back(faults[i]);
  return found;
}

void expect_all_noticed(const std::vector<NamedFault> &unnoticed) {
  for (const NamedFault &each : unnoticed) ADD_FAILURE() << each.name << " makes no difference";
}

// A rule must make a difference in one of two processes: in the second one tables are full and cleared.
TEST_F(RegisterTruth, EveryRuleOfValuesBrokenIsNoticed) {
  const auto left = unnoticed(2004, 50, short_loops, value_faults);
  expect_all_noticed(unnoticed(2009, 1, rounds_of_several_clear_intervals, left));
}

TEST_F(RegisterTruth, EngineAgreesInWindowsWithGaps) {
  for (const Windows windows : {Windows{400, 900}, Windows{30, 1}, Windows{1, 20}}) {
    SCOPED_TRACE("windows of " + std::to_string(windows.on) + ", gaps of " + std::to_string(windows.off));
    EXPECT_EQ(differences_of(compare(2006, 30, short_loops, {Fault::none}, {.windows = windows})[0], 20), "");
  }
}

TEST_F(RegisterTruth, EveryRuleOfWindowsBrokenIsNoticed) {
  const auto compared = compare_with(2006, 30, short_loops, window_faults, {.windows = {30, 1}});
  for (size_t i = 0; i < window_faults.size(); i++)
    EXPECT_NE(differences_of(compared[i + 1], 1), "") << window_faults[i].name << " makes no difference";
}

TEST_F(RegisterTruth, EveryRuleOfConvergentProfilesBrokenIsNoticed) {
  const auto left = unnoticed(2007, 1, rounds_of_several_tests, convergence_faults, {.profile = {ValueProfile::rising}});
  expect_all_noticed(unnoticed(2008, 1, rounds_of_several_tests, left, {.profile = {ValueProfile::bounds}}));
}

}  // namespace
