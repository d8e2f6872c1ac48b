// SPDX-License-Identifier: GPL-2.0-or-later
//
// Reuse distances of single data objects, on a program that sweeps a static array and a heap block of another size.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "recording_of.h"

#include "common/test/bucket_distance.h"

namespace hagstone::exhaustive::testing {
namespace {

constexpr uint64_t kSweepRounds = 40, kNearLines = 100, kFarLines = 1500;

// By name of the object ("block": of the heap), axis and distance.
using ObjectCounts = std::map<std::tuple<std::string, uint32_t, uint64_t>, uint64_t>;

ObjectCounts reuse_counts_of(const RawFile &file) {
  std::map<uint32_t, std::string> names;
  for (const RawRecord *record : file.of(HAGSTONE_RECORD_OBJECT)) {
    const auto &object = record->as<hagstone_object>();
    const bool is_block = object.kind == HAGSTONE_OBJECT_HEAP && object.bytes == kFarLines * 64;
    names[object.id] = object.kind == HAGSTONE_OBJECT_STATIC ? record->text(sizeof object, object.name_length)
                       : is_block                            ? "block"
                                                             : "other";
  }
  ObjectCounts counts;
  for (const auto &count : file.all<hagstone_object_reuse_count>(HAGSTONE_RECORD_OBJECT_REUSE_COUNT)) {
    EXPECT_TRUE(names.contains(count.object));
    EXPECT_EQ(count.granularity, 64u);
    counts[{names[count.object], count.axis, hagstone_bucket_distance(count.bucket)}] += count.count;
  }
  return counts;
}

void expect_sweeps(const ObjectCounts &counts, const std::string &object, uint64_t lines) {
  ObjectCounts found;
  for (const auto &[key, count] : counts)
    if (std::get<0>(key) == object) found[key] = count;
  const ObjectCounts expected = {
      {{object, HAGSTONE_AXIS_TIME, lines}, (kSweepRounds - 1) * lines},
      {{object, HAGSTONE_AXIS_STACK, lines - 1}, (kSweepRounds - 1) * lines},
      {{object, HAGSTONE_AXIS_FIRST, 0}, lines},
  };
  EXPECT_EQ(found, expected);
}

RawFile swept(const std::vector<std::string> &options) {
  return recording_of(HAGSTONE_SAMPLES "/two_sweeps " + std::to_string(kSweepRounds), options);
}

class ObjectReuse : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(ObjectReuse, TellsTwoSweepsApart) {
  const ObjectCounts counts = reuse_counts_of(swept(GetParam()));
  expect_sweeps(counts, "near_array", kNearLines);
  expect_sweeps(counts, "block", kFarLines);
}

INSTANTIATE_TEST_SUITE_P(
    All, ObjectReuse,
    ::testing::Values(std::vector<std::string>{"--measure=reuse-distance", "--reuse-objects=yes"},
                      std::vector<std::string>{"--measure=reuse-distance", "--reuse-objects=yes", "--generic=yes"},
                      std::vector<std::string>{"--measure=reuse-distance,spatial-loads", "--reuse-objects=yes"}),
    [](const auto &info) { return info.index == 0   ? "inline_code"
                                  : info.index == 1 ? "generic"
                                                    : "with_spatial_loads"; });

TEST(PlainReuse, IsNotCountedUnlessItIsAskedFor) {
  const RawFile file = swept({"--measure=reuse-distance"});
  EXPECT_TRUE(file.of(HAGSTONE_RECORD_OBJECT_REUSE_COUNT).empty());
  EXPECT_TRUE(file.of(HAGSTONE_RECORD_OBJECT).empty());
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
