// SPDX-License-Identifier: GPL-2.0-or-later
//
// When in the run waste was found, on a program that wastes in its first half only.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pattern.h"
#include "recording_of.h"

namespace hagstone::exhaustive::testing {
namespace {

// One letter for each point, up to the next: every stored byte killed another one (w), none did (u), some did (-).
std::string found_between_points(const RawFile &file) {
  std::string found;
  hagstone_time_point before{};
  for (const auto &point : file.all<hagstone_time_point>(HAGSTONE_RECORD_TIME_POINT)) {
    if (point.tool != HAGSTONE_TOOL_DEAD_STORES) continue;
    const uint64_t waste = point.waste - before.waste, accessed = point.accessed - before.accessed;
    found += waste == 0 ? 'u' : waste == accessed ? 'w' : '-';
    before = point;
  }
  return found;
}

class TimeLine : public ::testing::TestWithParam<std::string> {};

TEST_P(TimeLine, TellsTheHalvesApart) {
  const RawFile file =
      recording_of(HAGSTONE_SAMPLES "/changing_waste 1500", {"--measure=dead-stores,silent-stores", GetParam()});
  const std::string found = found_between_points(file);
  // Other work: at the program's beginning, where it turns, at its end. The clock decides how many points fall there.
  EXPECT_FALSE(parts_of(found, "[u-]*w{4,}-*u{4,}[u-]*").empty()) << found;
}

INSTANTIATE_TEST_SUITE_P(, TimeLine, ::testing::Values("--generic=no", "--generic=yes"),
                         [](const auto &info) { return info.param == "--generic=no" ? "fast" : "plain"; });

}  // namespace
}  // namespace hagstone::exhaustive::testing
