// SPDX-License-Identifier: MIT
#include "reuse_reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "../access_traces.h"
#include "random.h"
#include "reuse_histograms.h"
#include "reuse_samples.h"

namespace {

using Distances = std::optional<ReuseDistances>;

// By the definitions of metrics.md section 4.
Distances by_definition(const std::vector<uint64_t> &locations, size_t reuse) {
  std::set<uint64_t> between;
  for (size_t use = reuse; use-- > 0;) {
    if (locations[use] == locations[reuse]) return ReuseDistances{reuse - use, between.size()};
    between.insert(locations[use]);
  }
  return {};
}

TEST(ReuseReference, AgreesWithTheDefinition) {
  hagstone_random random;
  hagstone_random_seed(&random, 41, 0);
  for (uint64_t footprint : {1u, 2u, 3u, 10u, 63u, 64u, 65u, 200u})
    for (bool skewed : {false, true}) {
      std::vector<uint64_t> locations;
      ReuseReference reference;
      for (size_t i = 0; i < 1000; i++) {
        const uint64_t bound = skewed ? 1 + hagstone_random_below(&random, footprint) : footprint;
        locations.push_back(hagstone_random_below(&random, bound) * 4096);
        ASSERT_EQ(reference.access(locations.back()), by_definition(locations, i)) << footprint << ", access " << i;
      }
      EXPECT_EQ(reference.locations(), std::set<uint64_t>(locations.begin(), locations.end()).size());
    }
}

// RDX section I: a b c b a.
TEST(ReuseReference, CountsAsThePaperDoes) {
  ReuseReference reference;
  EXPECT_FALSE(reference.access('a'));
  EXPECT_FALSE(reference.access('b'));
  EXPECT_FALSE(reference.access('c'));
  EXPECT_EQ(reference.access('b'), (ReuseDistances{2, 1}));
  EXPECT_EQ(reference.access('a'), (ReuseDistances{4, 2}));
  EXPECT_EQ(reference.access('a'), (ReuseDistances{1, 0}));
}

TEST(AccessTraces, AreShortEnoughForATest) {
  for (const std::string &name : access_trace_names()) {
    EXPECT_LE(access_trace(name).size(), 5'000'000u) << name;
    EXPECT_GE(access_trace(name).size(), 1'000'000u) << name;
  }
}

TEST(AccessTraces, CyclicSweepHasItsFootprintAsStackDistance) {
  const ReuseHistograms words = reuse_histograms(access_trace("cyclic_sweep"), 8);
  EXPECT_EQ(words.first_accesses, uint64_t{CYCLIC_LENGTH});
  ASSERT_EQ(words.stack.size(), 1u);
  EXPECT_EQ(words.stack.begin()->first, uint64_t{CYCLIC_LENGTH} - 1);
  ASSERT_EQ(words.time.size(), 1u);
  EXPECT_EQ(words.time.begin()->first, uint64_t{CYCLIC_LENGTH});

  // Seven elements of a line are reused at once, the first one a sweep later.
  const ReuseHistograms lines = reuse_histograms(access_trace("cyclic_sweep"), 64);
  ASSERT_EQ(lines.stack.size(), 2u);
  EXPECT_EQ(lines.stack.begin()->first, 0u);
  EXPECT_EQ(lines.stack.rbegin()->first, uint64_t{CYCLIC_LENGTH} / 8 - 1);
}

TEST(AccessTraces, BlockedLoopReusesWithinItsBlock) {
  const ReuseHistograms words = reuse_histograms(access_trace("blocked_loop"), 8);
  ASSERT_EQ(words.stack.size(), 2u);
  EXPECT_EQ(words.stack.begin()->first, uint64_t{BLOCK_LENGTH} - 1);
  EXPECT_EQ(words.stack.rbegin()->first, uint64_t{BLOCK_LENGTH} * BLOCKS - 1);
}

double mean(const Histogram &histogram) {
  double sum = 0, count = 0;
  for (const auto &[distance, amount] : histogram) {
    sum += static_cast<double>(distance) * static_cast<double>(amount);
    count += static_cast<double>(amount);
  }
  return sum / count;
}

// Uniform accesses: any of the N places of the last-use order is equally likely, and a time distance has mean N.
TEST(AccessTraces, RandomAccessIsUniform) {
  const ReuseHistograms words = reuse_histograms(access_trace("random_access"), 8);
  constexpr double length = RANDOM_LENGTH;
  EXPECT_NEAR(mean(words.stack), length / 2, 0.03 * length);  // the trace's ends cut long ones
  EXPECT_NEAR(mean(words.time), length, 0.03 * length);
}

// ijk: all of B comes between two accesses of the same element; ikj: C's store follows its load at once.
TEST(AccessTraces, MatrixProductsDifferAsTheirLoopsDo) {
  const uint64_t rows = MATRIX_ROWS;
  const Histogram ijk = reuse_histograms(access_trace("matrix_ijk"), 8).time;
  EXPECT_EQ(ijk.at(2 * rows + 1), 2 * rows * rows * (rows - 1));  // A's row, once per j
  EXPECT_EQ(ijk.at(rows * (2 * rows + 1)), (2 * rows - 1) * rows * rows);  // B, also from product to product
  const Histogram ikj = reuse_histograms(access_trace("matrix_ikj"), 8).time;
  EXPECT_EQ(ikj.at(1), 2 * rows * rows * rows);
  EXPECT_EQ(ikj.at(rows * (3 * rows + 1)), (2 * rows - 1) * rows * rows);
}

TEST(ReuseHistograms, SampledUsesAreTrueAndUniform) {
  const AccessTrace trace = access_trace("blocked_loop");
  const std::vector<SampledUse> uses = sampled_uses(trace, 8, 2000, 3);
  ASSERT_EQ(uses.size(), 2000u);
  uint64_t in_first_half = 0;
  for (const SampledUse &use : uses) {
    in_first_half += use.position < trace.size() / 2;
    if (!use.reuse) continue;
    const uint32_t element = trace[use.position].element;
    EXPECT_EQ(trace[use.position + use.reuse->time].element, element);
    for (uint64_t between = 1; between < std::min<uint64_t>(use.reuse->time, 100); between++)
      EXPECT_NE(trace[use.position + between].element, element);
  }
  EXPECT_NEAR(static_cast<double>(in_first_half), 1000, 4.9 * std::sqrt(2000 * 0.25));
}

TEST(ReuseHistograms, PartsOfALineAreSeenApart) {
  // Elements 0 and 1 of one line: 0 1 0 0.
  const AccessTrace trace = {{0, 0}, {1, 0}, {0, 0}, {0, 0}};
  const PartHistograms parts = part_histograms(trace, 16);
  EXPECT_EQ(parts.own, (Histogram{{1, 1}, {2, 1}}));
  EXPECT_EQ(parts.own_never, 2u);
  EXPECT_EQ(parts.other, (Histogram{{1, 2}}));
  EXPECT_EQ(parts.other_never, 2u);
}

}  // namespace
