// SPDX-License-Identifier: MIT
#include "sampling/clocks/adaptive_period.h"

#include <gtest/gtest.h>

namespace {

using hagstone::AdaptivePeriod;
using hagstone::TimeSpent;
using Change = AdaptivePeriod::Change;

constexpr uint64_t period = 10'000'000;  // ns
constexpr uint32_t five_percent = 50'000;

// A thread that is interrupted at the given period, each time for `cost` ns.
struct SimulatedThread {
  AdaptivePeriod adaptive;
  TimeSpent spent = {};
  unsigned raised = 0, lowered = 0;

  explicit SimulatedThread(uint32_t max_overhead) { adaptive.open(max_overhead); }

  void run(unsigned interrupts, uint64_t cost) {
    for (unsigned i = 0; i < interrupts; i++) {
      spent.target += period * adaptive.factor();
      const Change change = adaptive.on_interrupt(spent);
      spent.profiler += cost;
      raised += change == Change::raised;
      lowered += change == Change::lowered;
    }
  }
  double overhead(uint64_t cost) const {
    return static_cast<double>(cost) / static_cast<double>(cost + period * adaptive.factor());
  }
};

TEST(AdaptivePeriod, StaysWhereSamplesAreCheap) {
  SimulatedThread thread(five_percent);
  thread.run(10'000, period / 25);
  EXPECT_EQ(thread.adaptive.factor(), 1u);
  EXPECT_EQ(thread.raised, 0u);
}

TEST(AdaptivePeriod, DoublesUntilTheOverheadHolds) {
  SimulatedThread thread(five_percent);
  constexpr uint64_t cost = period / 4;
  thread.run(10'000, cost);
  EXPECT_EQ(thread.adaptive.factor(), 8u);
  EXPECT_EQ(thread.raised, 3u);
  EXPECT_LE(thread.overhead(cost), 0.05);
  EXPECT_EQ(thread.lowered, 0u) << "and does not swing";
}

TEST(AdaptivePeriod, ComesBackWhenSamplesAreCheapAgain) {
  SimulatedThread thread(five_percent);
  thread.run(1'000, period / 4);
  thread.run(1'000, period / 1000);
  EXPECT_EQ(thread.adaptive.factor(), 1u);
  EXPECT_EQ(thread.lowered, thread.raised);
}

// Between a third and the whole of the limit it stays, whatever its previous value.
TEST(AdaptivePeriod, LeavesRoomBetweenTheTwo) {
  SimulatedThread thread(five_percent);
  thread.run(200, period / 12);  // 8 %
  EXPECT_EQ(thread.adaptive.factor(), 2u);
  thread.run(1'000, period / 24);  // 2 % at the doubled period
  EXPECT_EQ(thread.adaptive.factor(), 2u);
  thread.run(1'000, period / 100);
  EXPECT_EQ(thread.adaptive.factor(), 1u);
}

TEST(AdaptivePeriod, LooksAtTheWindowOnly) {
  SimulatedThread thread(five_percent);
  thread.run(100'000, 1000);
  thread.run(17, period / 4);
  EXPECT_EQ(thread.raised, 1u) << "a cheap past does not pay for a dear present";
}

TEST(AdaptivePeriod, EndsSomewhere) {
  SimulatedThread thread(1'000);
  thread.run(10'000, 1000 * period);
  EXPECT_EQ(thread.adaptive.factor(), 1024u);
}

TEST(AdaptivePeriod, NeverAdaptsWithoutABound) {
  SimulatedThread thread(0);
  thread.run(1'000, 10 * period);
  EXPECT_EQ(thread.adaptive.factor(), 1u);
}

}  // namespace
