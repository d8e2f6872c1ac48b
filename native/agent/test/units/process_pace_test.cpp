// SPDX-License-Identifier: MIT
#include "sampling/clocks/process_pace.h"

#include <gtest/gtest.h>

namespace {

using hagstone::PaceSettings;
using hagstone::ProcessPace;

constexpr uint64_t base = 250'000;  // ns
constexpr uint32_t early = 4, steady = 40, pace_of_five_percent = 50'000;
constexpr PaceSettings usual = {base, early, steady, 2'000'000'000, pace_of_five_percent};

struct SimulatedProcess {
  ProcessPace pace;
  uint64_t target = 0, profiler = 0;
  unsigned interrupts = 0;

  explicit SimulatedProcess(const PaceSettings &settings, hagstone_pace *shared = nullptr) { pace.open(settings, shared); }

  // Interrupts that cost as much each, until the early time or `duration` ns are over.
  void run(uint64_t cost, uint64_t duration = UINT64_MAX) {
    while (pace.is_early() && target < duration) {
      const uint32_t periods = pace.early_periods();
      target += periods * base;
      profiler += cost;
      interrupts++;
      pace.count(periods, cost);
    }
  }
  double overhead() const { return static_cast<double>(profiler) / static_cast<double>(profiler + target); }
};

TEST(ProcessPace, IsHighForTheEarlyTimeWhereSamplesAreCheap) {
  SimulatedProcess process(usual);
  process.run(10'000);
  EXPECT_EQ(process.interrupts, 2000u);
  EXPECT_FALSE(process.pace.is_early());
}

TEST(ProcessPace, IsAsHighAsTheOverheadAllows) {
  SimulatedProcess process(usual);
  process.run(100'000);
  EXPECT_LE(process.overhead(), 0.05);
  EXPECT_GE(process.overhead(), 0.035);
  EXPECT_GE(process.interrupts, 700u);
}

TEST(ProcessPace, HoldsTheOverheadWhereSamplesAreDear) {
  SimulatedProcess process(usual);
  process.run(5'000'000);
  EXPECT_LE(process.overhead(), 0.05);
}

TEST(ProcessPace, NeverAdaptsWithoutABound) {
  PaceSettings unbounded = usual;
  unbounded.max_overhead = 0;
  SimulatedProcess process(unbounded);
  process.run(5'000'000);
  EXPECT_EQ(process.interrupts, 2000u);
}

TEST(ProcessPace, IsConstantWithoutAnEarlyTime) {
  SimulatedProcess process({base, 1, 1, 0, pace_of_five_percent});
  EXPECT_FALSE(process.pace.is_early());
}

// Their first interrupts are expensive, and there is no second: each would have to measure again.
TEST(ProcessPace, IsLearntOnceForManyShortProcesses) {
  hagstone_pace shared = {};
  uint64_t target = 0, profiler = 0;
  for (unsigned child = 0; child < 10'000; child++) {
    SimulatedProcess process(usual, &shared);
    process.run(1'000'000, 10'000'000);
    target += process.target;
    profiler += process.profiler;
  }
  EXPECT_LE(static_cast<double>(profiler) / static_cast<double>(profiler + target), 0.05);
  SimulatedProcess alone(usual);
  alone.run(1'000'000, 10'000'000);
  EXPECT_GT(alone.overhead(), 0.05) << "what sharing is for";
}

// Any process may write there.
TEST(ProcessPace, SurvivesNonsenseOfOthers) {
  hagstone_pace shared = {1, UINT64_MAX};
  ProcessPace pace;
  pace.open(usual, &shared);
  EXPECT_EQ(pace.early_periods(), steady * 1024);
  shared = {UINT64_MAX, 0};
  EXPECT_EQ(pace.early_periods(), early);
}

}  // namespace
