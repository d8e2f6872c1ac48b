// SPDX-License-Identifier: GPL-2.0-or-later
//
// The parent's register writes before a fork are in no pair of the child.
#include <gtest/gtest.h>

#include <string>

#include "engine_run.h"

namespace hagstone::exhaustive::testing {
namespace {

class ForkedRegisters : public ::testing::TestWithParam<std::string> {};

TEST_P(ForkedRegisters, AreNotWrittenYet) {
  const EngineRun run =
      run_below_engine(HAGSTONE_ENGINE_PROGRAMS "/engine_forked_registers", {"--measure=registers", GetParam()});
  ASSERT_EQ(run.processes.size(), 2u);
  const Process &child = run.processes[1];
  uint64_t of_child = 0;
  for (const auto &pair : child.file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) {
    const std::string &watch = child.chains.at(pair.watch);
    EXPECT_EQ(watch.find("_thread_writes"), std::string::npos) << watch << " before " << child.chains.at(pair.trap);
    if (watch.find("child_writes") != std::string::npos) of_child += pair.instances;
  }
  EXPECT_GE(of_child, 1u);
}

INSTANTIATE_TEST_SUITE_P(, ForkedRegisters, ::testing::Values("--generic=no", "--generic=yes"),
                         [](const auto &info) { return info.param == "--generic=no" ? "fast" : "plain"; });

}  // namespace
}  // namespace hagstone::exhaustive::testing
