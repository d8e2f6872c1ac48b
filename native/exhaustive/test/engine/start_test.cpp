// SPDX-License-Identifier: GPL-2.0-or-later
//
// The engine's work before the program's first instruction.
#include <gtest/gtest.h>

#include "engine_run.h"

namespace hagstone::exhaustive::testing {
namespace {

// Valgrind prints the line numbers that it reads.
TEST(EngineStart, ReadsNoLineNumbers) {
  const std::string program = HAGSTONE_ENGINE_PROGRAMS "/engine_accesses";
  const Outcome plain = run_below_engine(program).outcome;
  const Outcome printed = run_below_engine(program, {"--measure=dead-stores", "--debug-dump=line"}).outcome;
  EXPECT_EQ(printed.status, plain.status);
  EXPECT_EQ(printed.output.size(), plain.output.size());
}

TEST(EngineStart, ChecksCodeOnlyOnRequest) {
  const std::string program = HAGSTONE_ENGINE_PROGRAMS "/engine_accesses";
  const auto checks = [&](const std::string &option) {
    const std::string told = run_below_engine(program, {"--measure=dead-stores", "--stats=yes", option}).outcome.output;
    const std::string before = " hagstone: ";
    const size_t start = told.rfind(before);
    const size_t end = told.rfind(" checks of code");
    if (start == std::string::npos || end == std::string::npos) return told;
    return told.substr(start + before.size(), end - start - before.size());
  };
  EXPECT_EQ(checks("--check-code=no"), "0");
  EXPECT_GT(std::stoul(checks("--check-code=yes")), 0u);
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
