// SPDX-License-Identifier: MIT
// When a thread that waits often may watch, and the weight of its samples.
#include "sampling/clocks/watch_phases.h"

#include <gtest/gtest.h>

namespace {

using hagstone::WatchPhases;

constexpr uint64_t phase = uint64_t{1} << WatchPhases::phase_shift;
constexpr uint64_t step = phase / 16;
constexpr uint32_t allowed_overhead = 50'000;

// A thread that computes all the time, with an interrupt in each step.
struct ThreadThatWaits {
  WatchPhases phases;
  uint64_t now = 7 * phase, cpu_time = 0, switches = 0;
  bool watches = false;

  explicit ThreadThatWaits(uint64_t seed) { phases.begin(seed, allowed_overhead); }

  // `armed` watchpoints trap after half of each step.
  uint32_t run(uint64_t switches_per_second, unsigned armed) {
    phases.pass(cpu_time + step / 2, watches ? armed : 0);
    phases.pass(cpu_time + step, 0);
    now += step;
    cpu_time += step;
    switches += switches_per_second * step / 1'000'000'000;
    const uint32_t factor = phases.on_interrupt(now, switches);
    watches = factor > 0;
    return factor;
  }

  // The mean weight of an interrupt.
  double mean_weight(unsigned interrupts, uint64_t switches_per_second, unsigned armed) {
    double sum = 0;
    for (unsigned i = 0; i < interrupts; i++) sum += run(switches_per_second, armed);
    return sum / interrupts;
  }
};

TEST(WatchPhases, AThreadWhoseWatchpointsSoonTrapWatchesAllTheTime) {
  ThreadThatWaits thread(1);
  for (int i = 0; i < 10'000; i++) EXPECT_EQ(thread.run(150'000, 0), 1u);
}

TEST(WatchPhases, AThreadThatWaitsSeldomEnoughWatchesAllTheTime) {
  ThreadThatWaits thread(1);
  for (int i = 0; i < 10'000; i++) EXPECT_EQ(thread.run(9'000, 3), 1u);
}

// 1.35 µs for each of 40,000 in half of the time: 2.7 % of it.
TEST(WatchPhases, AnArmedWatchpointOfOneThatWaitsOftenCostsOnePercentAtMost) {
  ThreadThatWaits thread(1);
  (void)thread.mean_weight(1'000, 40'000, 1);
  unsigned watched = 0;
  for (int i = 0; i < 6'400; i++) watched += thread.run(40'000, 1) == 4;
  EXPECT_NEAR(watched, 1'600, 16);
}

// At each factor, and while it changes: no moment is represented more than others.
TEST(WatchPhases, TheWeightsAddUpToTheTime) {
  constexpr unsigned threads = 2'000, interrupts = 16 * 64;
  for (const uint64_t rate : {16'000u, 40'000u, 80'000u, 400'000u}) {
    double sum = 0, early = 0;
    for (unsigned seed = 0; seed < threads; seed++) {
      ThreadThatWaits thread(seed);
      thread.now += seed * step;
      early += thread.mean_weight(16 * 6, rate, 1);
      sum += thread.mean_weight(interrupts, rate, 1);
    }
    EXPECT_NEAR(early / threads, 1, 0.2) << rate;
    EXPECT_NEAR(sum / threads, 1, 0.05) << rate;
  }
}

TEST(WatchPhases, WhatChangesWithTimeIsRepresentedToo) {
  constexpr unsigned threads = 4'000;
  double first = 0, second = 0;
  for (unsigned seed = 0; seed < threads; seed++) {
    ThreadThatWaits thread(seed);
    thread.now += seed * step;
    first += thread.mean_weight(16 * 40, 60'000, 2);
    second += thread.mean_weight(16 * 40, 30'000, 0);
  }
  EXPECT_NEAR(first / threads, 1, 0.05);
  EXPECT_NEAR(second / threads, 1, 0.05);
}

// Otherwise one of them would store only at times when the other never watches.
TEST(WatchPhases, ThreadsOfDifferentFactorsWatchAtTheSameTime) {
  ThreadThatWaits often(5), seldom(5);
  unsigned both = 0, rare = 0;
  for (int i = 0; i < 16 * 200; i++) {
    const uint32_t a = often.run(40'000, 1), b = seldom.run(200'000, 1);
    if (i < 16 * 40) continue;
    rare += b != 0;
    both += a && b;
  }
  EXPECT_EQ(both, rare);
  EXPECT_GT(rare, 0u);
}

}  // namespace
