// SPDX-License-Identifier: GPL-2.0-or-later
//
// Time lines hold sums: the last point of each process has all that was found in it.
#include <gtest/gtest.h>

#include <map>

#include "engine_run.h"

namespace hagstone::exhaustive::testing {
namespace {

class TimeLine : public ::testing::TestWithParam<std::string> {};

TEST_P(TimeLine, EndsWithEverything) {
  const EngineRun run = run_below_engine(HAGSTONE_ENGINE_PROGRAMS "/engine_forks",
                                         {"--measure=dead-stores,silent-stores,redundant-loads,spatial-loads", GetParam()});
  ASSERT_GT(run.processes.size(), 1u);
  for (const Process &process : run.processes) {
    std::map<uint32_t, uint64_t> in_pairs;
    for (const auto &pair : process.file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR))
      in_pairs[pair.tool] += pair.bytes;
    std::map<uint32_t, hagstone_time_point> last;
    for (const auto &point : process.file.all<hagstone_time_point>(HAGSTONE_RECORD_TIME_POINT)) {
      EXPECT_GE(point.waste, last[point.tool].waste);
      EXPECT_GE(point.accessed, last[point.tool].accessed);
      last[point.tool] = point;
    }
    EXPECT_EQ(last.size(), 4u);
    for (const auto &[tool, point] : last) {
      const bool stores = tool == HAGSTONE_TOOL_DEAD_STORES || tool == HAGSTONE_TOOL_SILENT_STORES;
      EXPECT_EQ(point.waste, in_pairs[tool]) << tool;
      EXPECT_EQ(point.instructions, process.statistic(HAGSTONE_STATISTIC_instructions));
      EXPECT_EQ(point.accessed, process.statistic(stores ? HAGSTONE_STATISTIC_store_bytes : HAGSTONE_STATISTIC_load_bytes) +
                                    process.statistic(stores ? HAGSTONE_STATISTIC_kernel_store_bytes
                                                             : HAGSTONE_STATISTIC_kernel_load_bytes));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, TimeLine, ::testing::Values("--generic=no", "--generic=yes"),
                         [](const auto &info) { return info.param == "--generic=no" ? "fast" : "plain"; });

}  // namespace
}  // namespace hagstone::exhaustive::testing
