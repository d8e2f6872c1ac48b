// SPDX-License-Identifier: GPL-2.0-or-later
//
// The loads of each data object, and their redundant share, on the sample with the ground truth in its source.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <stdexcept>
#include <string>

#include "pattern.h"
#include "recording_of.h"

namespace hagstone::exhaustive::testing {
namespace {

constexpr uint64_t kRounds = 100;

// "bytes loaded, redundant, approximately" by object.
using Objects = std::map<std::string, std::string>;

uint64_t bytes_in(const std::string &text) {
  const auto part = parts_of(text, R"((\d+)(?:\*N(?:-(\d+))?)?)");
  if (part.empty()) throw std::runtime_error("no amount: " + text);
  const uint64_t factor = text.find('N') == std::string::npos ? 1 : kRounds;
  return std::stoull(part[1]) * factor - (part[2].empty() ? 0 : std::stoull(part[2]));
}

std::string words(uint64_t loaded, uint64_t redundant, uint64_t approximate) {
  return std::to_string(loaded) + ", " + std::to_string(redundant) + ", " + std::to_string(approximate);
}

Objects true_objects() {
  std::ifstream file(HAGSTONE_SAMPLE_SOURCES "/exhaustive_objects.c");
  Objects objects;
  for (std::string line; std::getline(file, line) && line.find("*/") == std::string::npos;) {
    const auto part = parts_of(line, R"( \*   object\s+(\w+)\s+(\S+)\s+(\S+)\s+(\S+))");
    if (!part.empty()) objects[part[1]] = words(bytes_in(part[2]), bytes_in(part[3]), bytes_in(part[4]));
  }
  return objects;
}

std::string record_name(const RawRecord &record) {
  const auto &object = record.as<hagstone_object>();
  if (object.kind == HAGSTONE_OBJECT_STATIC) return record.text(sizeof object, object.name_length);
  return (object.kind == HAGSTONE_OBJECT_HEAP ? "heap_" : "mapping_") + std::to_string(object.bytes);
}

// Those of `names`: libraries have objects too.
Objects measured_objects(const std::string &program, const std::string &code, const Objects &names) {
  const RawFile file = recording_of("'" + program + "' " + std::to_string(kRounds), {"--measure=spatial-loads", code});
  std::map<uint32_t, std::string> by_id;
  for (const RawRecord *record : file.of(HAGSTONE_RECORD_OBJECT))
    by_id[record->as<hagstone_object>().id] = record_name(*record);
  Objects objects;
  for (const auto &count : file.all<hagstone_object_count>(HAGSTONE_RECORD_OBJECT_COUNT)) {
    const std::string &name = by_id.at(count.object);
    if (!names.contains(name)) continue;
    EXPECT_FALSE(objects.contains(name)) << name;
    objects[name] = words(count.bytes, count.redundant_bytes, count.approximate_bytes);
  }
  return objects;
}

class ObjectAnswers : public ::testing::TestWithParam<const char *> {};

TEST_P(ObjectAnswers, EqualTheSource) {
  const Objects expected = true_objects();
  ASSERT_FALSE(expected.empty());
  for (const char *code : {"--generic=no", "--generic=yes"}) {
    SCOPED_TRACE(code);
    EXPECT_EQ(measured_objects(std::string(HAGSTONE_SAMPLES "/exhaustive_objects_") + GetParam(), code, expected),
              expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, ObjectAnswers, ::testing::Values("O0", "O2", "O3"),
                         [](const auto &info) { return std::string(info.param); });

}  // namespace
}  // namespace hagstone::exhaustive::testing
