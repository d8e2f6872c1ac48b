// SPDX-License-Identifier: GPL-2.0-or-later
//
// Accesses are followed in the first 128 GB of addresses: memory requested beyond that is placed there,
// and memory demanded at a fixed address beyond it ends the recording.
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <map>
#include <string>

#include "engine_run.h"

namespace hagstone::exhaustive::testing {
namespace {

class FarMemory : public ::testing::TestWithParam<std::string> {
 protected:
  static EngineRun run(const std::vector<std::string> &arguments, const std::string &measure) {
    return run_below_engine(HAGSTONE_ENGINE_PROGRAMS "/engine_far_memory", {"--measure=" + measure, GetParam()}, arguments);
  }
};

TEST_P(FarMemory, IsMeasuredLikeAnyOther) {
  const EngineRun run = this->run({}, "dead-stores,silent-stores,redundant-loads");
  ASSERT_EQ(run.outcome.status, 0) << run.outcome;
  std::map<uint32_t, uint64_t> instances;  // by tool
  const Process &process = run.processes.at(0);
  for (const auto &pair : process.file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) {
    const std::string &earlier = process.chains.at(pair.watch), &later = process.chains.at(pair.trap);
    if (earlier == later && (earlier.ends_with("/fill") || earlier.ends_with("/sum")))
      instances[pair.tool] += pair.instances;
  }
  const uint64_t words = 512, mappings = 5;
  const std::map<uint32_t, uint64_t> expected = {
      {HAGSTONE_TOOL_DEAD_STORES, mappings * words},
      {HAGSTONE_TOOL_SILENT_STORES, words},
      {HAGSTONE_TOOL_REDUNDANT_LOADS, mappings * words},
  };
  EXPECT_EQ(instances, expected);
}

TEST_P(FarMemory, EndsTheRecordingIfItsAddressIsFixed) {
  for (const std::string measure : {"dead-stores", "redundant-loads", "reuse-distance", "count"}) {
    const EngineRun run = this->run({"fixed"}, measure);
    EXPECT_EQ(WEXITSTATUS(run.outcome.status), 125) << measure << run.outcome;
    EXPECT_EQ(run.processes.size(), 1u) << measure;
  }
}

INSTANTIATE_TEST_SUITE_P(All, FarMemory, ::testing::Values("--generic=no", "--generic=yes"),
                         [](const auto &each) { return each.param == "--generic=yes" ? "Generic" : "Fast"; });

}  // namespace
}  // namespace hagstone::exhaustive::testing
