// SPDX-License-Identifier: GPL-2.0-or-later
// The accesses of the reuse samples (resources/samples) against a second implementation, in words and in lines.
#include <gtest/gtest.h>

#include "access_traces.h"
#include "common/raw_format.h"
#include "common/test/bucket_distance.h"
#include "exhaustive/options.h"
#include "measured_reuse.h"
#include "reuse/reuse_histograms.h"

namespace hagstone::exhaustive::testing {
namespace {

constexpr size_t kAccesses = 1'000'000;
constexpr uint64_t kSampledMemory = 1 << 20;

Distances::Counts in_buckets(const Histogram &histogram) {
  Distances::Counts counts;
  for (const auto &[distance, count] : histogram)
    counts[hagstone_bucket_distance(hagstone_distance_bucket(distance))] += count;
  return counts;
}

class ReuseSamples : public ::testing::TestWithParam<std::string> {};

TEST_P(ReuseSamples, AreMeasuredExactly) {
  AccessTrace trace = access_trace(GetParam());
  if (trace.size() > kAccesses) trace.resize(kAccesses);
  MeasuredReuse measurement(HAGSTONE_GRANULARITY_WORD | HAGSTONE_GRANULARITY_LINE);
  for (const Access &access : trace)
    measurement.access({kSampledMemory + access.element * element_bytes, element_bytes, access.place});
  for (const uint32_t granularity : {8, 64}) {
    const ReuseTruth found = measurement.result(granularity);
    const ReuseHistograms truth = reuse_histograms(trace, granularity);
    EXPECT_EQ(found.first, truth.first_accesses);
    EXPECT_EQ(found.process.time, in_buckets(truth.time));
    EXPECT_EQ(found.process.stack, in_buckets(truth.stack));
  }
}

INSTANTIATE_TEST_SUITE_P(All, ReuseSamples, ::testing::ValuesIn(access_trace_names()),
                         [](const auto &info) { return info.param; });

// More locations than the first table of slots holds, so that slots are moved together and the table grows.
TEST(ReuseOrder, SurvivesRenumbering) {
  for (const uint64_t footprint : {32760, 32768, 65535, 65536, 65545, 150000}) {
    MeasuredReuse measurement(HAGSTONE_GRANULARITY_LINE);
    constexpr uint64_t kSweeps = 5;
    for (uint64_t sweep = 0; sweep < kSweeps; sweep++)
      for (uint64_t line = 0; line < footprint; line++) measurement.access({kSampledMemory + 64 * line, 8, 0});
    const auto bucket = [](uint64_t distance) { return hagstone_bucket_distance(hagstone_distance_bucket(distance)); };
    const ReuseTruth found = measurement.result(64);
    EXPECT_EQ(found.first, footprint);
    EXPECT_EQ(found.process.time, (Distances::Counts{{bucket(footprint), (kSweeps - 1) * footprint}}));
    EXPECT_EQ(found.process.stack, (Distances::Counts{{bucket(footprint - 1), (kSweeps - 1) * footprint}}));
  }
}

// Extents of many granules, of which later accesses take parts away, keep their places when slots are moved.
TEST(ReuseOrder, SurvivesRenumberingOfPartsOfExtents) {
  MeasuredReuse measurement(HAGSTONE_GRANULARITY_LINE);
  constexpr uint64_t kExtents = 40'000;
  for (uint64_t i = 0; i < kExtents; i++) measurement.access({kSampledMemory + i * 256, 256, 0});
  for (uint64_t i = 0; i < kExtents; i++) measurement.access({kSampledMemory + i * 256 + 64, 8, 1});
  for (uint64_t i = 0; i < kExtents; i++) measurement.access({kSampledMemory + i * 256 + 192, 8, 2});
  const ReuseTruth found = measurement.result(64);
  EXPECT_EQ(found.first, 4 * kExtents);
  const auto bucket = [](uint64_t distance) { return hagstone_bucket_distance(hagstone_distance_bucket(distance)); };
  Distances::Counts expected;
  for (uint64_t i = 0; i < kExtents; i++) {
    const uint64_t later_extents = 4 * (kExtents - 1 - i);
    expected[bucket(later_extents + i)]++;            // and the second lines of those before
    expected[bucket(later_extents + (i + 1) + i)]++;  // and the second lines up to this one, the last ones of those before
  }
  EXPECT_EQ(found.process.stack, expected);
  EXPECT_EQ(found.process.time, (Distances::Counts{{bucket(kExtents), kExtents}, {bucket(2 * kExtents), kExtents}}));
}

TEST(ReuseOrder, RemembersThroughRenumberingThatMemoryEnded) {
  MeasuredReuse measurement(HAGSTONE_GRANULARITY_LINE);
  constexpr uint64_t kOthers = 200'000;
  measurement.access({kSampledMemory, 8, 0});
  measurement.access({kSampledMemory, 0, 0, 1, 64});
  for (uint64_t i = 0; i < 2 * kOthers; i++) measurement.access({kSampledMemory + 64 * (1 + i % kOthers), 8, 0});
  measurement.access({kSampledMemory, 8, 0});
  EXPECT_EQ(measurement.result(64).first, kOthers + 2);
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
