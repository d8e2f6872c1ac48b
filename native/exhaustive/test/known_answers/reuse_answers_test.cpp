// SPDX-License-Identifier: GPL-2.0-or-later
//
// Exact reuse distances of pairs on the sample with the ground truth in its source, at every granularity.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "labels.h"
#include "pattern.h"
#include "recording_of.h"

#include "common/test/bucket_distance.h"

namespace hagstone::exhaustive::testing {
namespace {

constexpr uint64_t kReuseRounds = 100;

// By earlier and later access, granularity in bytes, axis and distance.
using Reuses = std::map<std::tuple<std::string, std::string, unsigned, std::string, uint64_t>, uint64_t>;

std::string text_of_reuses(const Reuses &reuses) {
  std::ostringstream text;
  for (const auto &[key, count] : reuses) {
    const auto &[earlier, later, granularity, axis, distance] = key;
    text << earlier << " " << later << " " << granularity << " " << axis << " " << distance << ": " << count << "\n";
  }
  return text.str();
}

Reuses true_reuses() {
  const std::string form =
      R"( \*   reuse-distance\s+(\w+)\s+(\w+)\s+(byte|word|line)\s+(\d+)\s+(\d+)\s+(?:(\d+)\*)?N(?:\s.*)?)";
  std::ifstream file(HAGSTONE_SAMPLE_SOURCES "/exhaustive_reuse.c");
  Reuses reuses;
  for (std::string line; std::getline(file, line) && line.find("*/") == std::string::npos;) {
    if (line.find("   reuse-distance") == std::string::npos) continue;
    const auto part = parts_of(line, form);
    if (part.empty()) throw std::runtime_error("no answer: " + line);
    const unsigned granularity = part[3] == "byte" ? 1 : part[3] == "word" ? 8 : 64;
    const uint64_t count = kReuseRounds * (part[6].empty() ? 1 : std::stoull(part[6]));
    reuses[{part[1], part[2], granularity, "time", std::stoull(part[4])}] += count;
    reuses[{part[1], part[2], granularity, "stack", std::stoull(part[5])}] += count;
  }
  return reuses;
}

Reuses measured_reuses(const std::string &program, const std::vector<std::string> &options) {
  const RawFile recording = recording_of("'" + program + "' " + std::to_string(kReuseRounds), options);
  const Labels labels(recording, program);
  std::map<uint32_t, std::pair<std::string, std::string>> pairs;
  for (const auto &pair : recording.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) {
    const std::string earlier = labels.of(pair.watch), later = labels.of(pair.trap);
    if (!earlier.empty() && !later.empty()) pairs[pair.id] = {earlier, later};
  }
  Reuses reuses;
  for (const auto &count : recording.all<hagstone_reuse_count>(HAGSTONE_RECORD_REUSE_COUNT)) {
    const auto pair = pairs.find(count.pair);
    if (pair == pairs.end()) continue;
    const auto &[earlier, later] = pair->second;
    reuses[{earlier, later, count.granularity, count.axis == HAGSTONE_AXIS_TIME ? "time" : "stack",
            hagstone_bucket_distance(count.bucket)}] += count.count;
  }
  return reuses;
}

class ReuseAnswers : public ::testing::TestWithParam<const char *> {};

TEST_P(ReuseAnswers, EqualTheSource) {
  const std::string expected = text_of_reuses(true_reuses());
  ASSERT_NE(expected, "");
  const std::string program = std::string(HAGSTONE_SAMPLES "/exhaustive_reuse_") + GetParam();
  for (const char *code : {"--generic=no", "--generic=yes"}) {
    SCOPED_TRACE(code);
    EXPECT_EQ(
        text_of_reuses(measured_reuses(program, {"--measure=reuse-distance", "--granularities=byte,word,line", code})),
        expected);
  }
}

// Lines alone have code of their own.
TEST_P(ReuseAnswers, AreTheSameForLinesAlone) {
  Reuses lines = true_reuses();
  std::erase_if(lines, [](const auto &each) { return std::get<2>(each.first) != 64; });
  const std::string program = std::string(HAGSTONE_SAMPLES "/exhaustive_reuse_") + GetParam();
  EXPECT_EQ(text_of_reuses(measured_reuses(program, {"--measure=reuse-distance", "--granularities=line"})),
            text_of_reuses(lines));
}

INSTANTIATE_TEST_SUITE_P(Levels, ReuseAnswers, ::testing::Values("O0", "O2", "O3"),
                         [](const auto &info) { return std::string(info.param); });

}  // namespace
}  // namespace hagstone::exhaustive::testing
