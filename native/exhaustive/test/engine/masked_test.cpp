// SPDX-License-Identifier: GPL-2.0-or-later
//
// Masked loads and stores of AVX2 are of the elements that the mask has set, and are judged by those alone.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>

#include "engine_run.h"

namespace hagstone::exhaustive::testing {
namespace {

// By tool (enum hagstone_tool), the earlier and the later function: instances and bytes.
using Pairs = std::map<std::tuple<uint32_t, std::string, std::string>, std::pair<uint64_t, uint64_t>>;

std::string innermost(const std::string &chain) { return chain.substr(chain.rfind('/') + 1); }

class Masked : public ::testing::TestWithParam<std::string> {};

TEST_P(Masked, AccessesAreJudgedByTheirSetElements) {
  const EngineRun run = run_below_engine(HAGSTONE_ENGINE_PROGRAMS "/engine_masked",
                                         {"--measure=dead-stores,silent-stores,redundant-loads", GetParam()});
  ASSERT_EQ(run.outcome.status, 0) << run.outcome;
  Pairs pairs;
  for (const auto &pair : run.processes.at(0).file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) {
    const auto &chains = run.processes[0].chains;
    const std::string earlier = innermost(chains.at(pair.watch)), later = innermost(chains.at(pair.trap));
    if (!earlier.starts_with("stores_") && !earlier.starts_with("loads_")) continue;
    auto &[instances, bytes] = pairs[{pair.tool, earlier, later}];
    instances += pair.instances;
    bytes += pair.bytes;
  }
  const Pairs expected = {
      {{HAGSTONE_TOOL_DEAD_STORES, "stores_low", "stores_even"}, {10 * 2, 10 * 8}},
      {{HAGSTONE_TOOL_DEAD_STORES, "stores_even", "stores_again"}, {10 * 4, 10 * 16}},
      {{HAGSTONE_TOOL_DEAD_STORES, "stores_again", "stores_even"}, {9 * 2, 9 * 8}},
      {{HAGSTONE_TOOL_SILENT_STORES, "stores_even", "stores_again"}, {10 * 4, 10 * 16}},
      {{HAGSTONE_TOOL_REDUNDANT_LOADS, "loads_low", "loads_even"}, {10 * 2, 10 * 8}},
  };
  EXPECT_EQ(pairs, expected);
}

INSTANTIATE_TEST_SUITE_P(All, Masked, ::testing::Values("--generic=no", "--generic=yes"),
                         [](const auto &each) { return each.param == "--generic=yes" ? "Generic" : "Fast"; });

}  // namespace
}  // namespace hagstone::exhaustive::testing
