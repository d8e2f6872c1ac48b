// SPDX-License-Identifier: GPL-2.0-or-later
//
// Instructions whose accesses are not obvious, and code that replaces other code.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <tuple>

#include "engine_run.h"

namespace hagstone::exhaustive::testing {
namespace {

using Amount = std::pair<uint64_t, uint64_t>;  // instances, bytes
// By tool (enum hagstone_tool) and function: of each with itself.
using Repeated = std::map<std::tuple<uint32_t, std::string>, Amount>;

constexpr uint32_t dead = HAGSTONE_TOOL_DEAD_STORES, silent = HAGSTONE_TOOL_SILENT_STORES,
                   loads = HAGSTONE_TOOL_REDUNDANT_LOADS;

std::string innermost_function(const std::string &chain) { return chain.substr(chain.rfind('/') + 1); }

class OddAccesses : public ::testing::TestWithParam<std::string> {
 protected:
  // Those of `functions`; a pair of two of them is a failure.
  static Repeated repeated(const std::string &name, const std::set<std::string> &functions) {
    const std::string program = HAGSTONE_ENGINE_PROGRAMS "/engine_" + name;
    const EngineRun result = run_below_engine(program, {"--measure=dead-stores,silent-stores,redundant-loads", GetParam()});
    EXPECT_EQ(result.outcome, run({program}));
    Repeated found;
    for (const auto &pair : result.processes.at(0).file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) {
      const auto &chains = result.processes[0].chains;
      const std::string earlier = innermost_function(chains.at(pair.watch)),
                        later = innermost_function(chains.at(pair.trap));
      if (!functions.contains(earlier) && !functions.contains(later)) continue;
      EXPECT_EQ(earlier, later) << "of tool " << pair.tool;
      auto &[instances, bytes] = found[{pair.tool, later}];
      instances += pair.instances;
      bytes += pair.bytes;
    }
    return found;
  }
};

// Ten rounds: nine repeat the one before, but for bits that the first one sets.
TEST_P(OddAccesses, AreOfTheBytesThatTheInstructionsTell) {
  const Repeated expected = {
      {{loads, "tests_bit"}, {9, 9 * 4}},
      {{loads, "sets_bit"}, {8, 8 * 8}},
      {{silent, "sets_bit"}, {9, 9 * 8}},
      {{loads, "loads_next"}, {9, 9 * 8}},
      {{loads, "locks_bit"}, {8, 8 * 4}},
      {{silent, "locks_bit"}, {9, 9 * 4}},
      {{loads, "sets_far_bit"}, {8, 8 * 4}},
      {{silent, "sets_far_bit"}, {9, 9 * 4}},
      {{loads, "moves_down"}, {9 * 4, 9 * 32}},
      {{silent, "moves_down"}, {9 * 4, 9 * 32}},
      {{dead, "moves_down"}, {9 * 4, 9 * 32}},
      {{loads, "compares"}, {9 * 8, 9 * 8}},
      {{loads, "exchanges_16"}, {9, 9 * 16}},
      {{silent, "exchanges_16"}, {9, 9 * 16}},
      {{loads, "fails_16"}, {9, 9 * 16}},
      {{silent, "fails_16"}, {9, 9 * 16}},
      {{loads, "exchanges_8"}, {9, 9 * 8}},
      {{silent, "exchanges_8"}, {9, 9 * 8}},
      {{silent, "stores_bytes"}, {9 * 4, 9 * 4}},
      {{dead, "stores_bytes"}, {9 * 4, 9 * 4}},
      {{silent, "stores_few_bytes"}, {9 * 3, 9 * 3}},
      {{dead, "stores_few_bytes"}, {9 * 3, 9 * 3}},
      {{silent, "stores_words"}, {9 * 2, 9 * 16}},
      {{dead, "stores_words"}, {9 * 2, 9 * 16}},
      {{loads, "loads_doubles"}, {9 * 2, 9 * 16}},
      {{loads, "gathers_doubles"}, {9 * 2, 9 * 16}},
      {{loads, "gathers_words"}, {9 * 2, 9 * 16}},
  };
  std::set<std::string> functions;
  for (const auto &[place, amount] : expected) functions.insert(std::get<1>(place));
  EXPECT_EQ(repeated("odd_accesses", functions), expected);
}

// Accesses of the first instruction of the code, by the function that calls it.
TEST_P(OddAccesses, BelongToTheCodeThatRanBeforeARewrite) {
  const EngineRun result =
      run_below_engine(HAGSTONE_ENGINE_PROGRAMS "/engine_rewritten", {"--measure=redundant-loads", GetParam()});
  ASSERT_EQ(result.outcome.status, 0) << result.outcome;
  const Process &process = result.processes.at(0);
  std::set<uint32_t> first_instructions;  // context records; of code in no file
  for (const auto &context : process.file.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT))
    if (context.module == HAGSTONE_MODULE_UNKNOWN && context.offset % 4096 == 0) first_instructions.insert(context.id);
  std::map<std::string, Amount> found;
  for (const auto &pair : process.file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) {
    if (!first_instructions.contains(pair.watch) || !first_instructions.contains(pair.trap)) continue;
    auto &[instances, bytes] =
        found[innermost_function(process.chains.at(pair.watch)) + ", " + innermost_function(process.chains.at(pair.trap))];
    instances += pair.instances;
    bytes += pair.bytes;
  }
  const std::map<std::string, Amount> expected = {{"loads_four, loads_four", {9, 9 * 4}},
                                                  {"loads_eight, loads_eight", {9, 9 * 8}}};
  EXPECT_EQ(found, expected);
}

INSTANTIATE_TEST_SUITE_P(All, OddAccesses, ::testing::Values("--generic=no", "--generic=yes"),
                         [](const auto &each) { return each.param == "--generic=yes" ? "Generic" : "Fast"; });

}  // namespace
}  // namespace hagstone::exhaustive::testing
