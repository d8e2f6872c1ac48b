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

}  // namespace
}  // namespace hagstone::exhaustive::testing
