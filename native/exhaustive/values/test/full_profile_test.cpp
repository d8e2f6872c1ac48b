// SPDX-License-Identifier: GPL-2.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "profiled.h"

namespace hagstone::exhaustive::testing {
namespace {

TEST(FullProfile, ConstantIsWhollyInvariant) {
  Profiled values;
  values.add(42, 12345);
  const Profiled::Report report = values.report();
  EXPECT_EQ(report.counts.executions, 12345u);
  EXPECT_EQ(report.counts.profiled, 12345u);
  EXPECT_EQ(report.counts.repeats, 12344u);
  EXPECT_EQ(report.counts.zeros, 0u);
  EXPECT_EQ(report.invariance(1), 1);
}

TEST(FullProfile, AlternatingValuesNeverRepeat) {
  Profiled values;
  for (int i = 0; i < 5000; i++) {
    values.add('X');
    values.add('Y');
  }
  const Profiled::Report report = values.report();
  EXPECT_EQ(report.repeats(), 0);
  EXPECT_EQ(report.invariance(1), 0.5);
  EXPECT_EQ(report.invariance(2), 1);
}

TEST(FullProfile, LongRunsOfManyValuesRepeatWithoutBeingInvariant) {
  Profiled values;
  for (uint64_t value = 1; value <= 1000; value++) values.add(value, 100);
  const Profiled::Report report = values.report();
  EXPECT_EQ(report.repeats(), 0.99);
  EXPECT_EQ(report.invariance(1), 0.001);
}

// Ten values fill the table, then X and Y take turns: each pushes the other out of the last place.
Profiled fight(bool clearing) {
  Profiled values(Profiled::full(10, clearing));
  for (uint64_t value = 1; value <= 10; value++) values.add(value, 2 + value);
  for (int i = 0; i < 50000; i++) {
    values.add('X');
    values.add('Y');
  }
  return values;
}

TEST(FullProfile, ClearingLetsLateValuesIn) {
  const Profiled::Report report = fight(true).report();
  EXPECT_EQ(report.top[0].value + report.top[1].value, static_cast<uint64_t>('X') + 'Y');
  EXPECT_GT(report.invariance(2), 0.95);
}

TEST(FullProfile, LateValuesStayOutsideWithoutClearing) { EXPECT_LT(fight(false).report().invariance(2), 0.01); }

TEST(FullProfile, CountsZerosFromTheFirstExecutionOn) {
  Profiled values;
  values.add(0, 3);
  values.add(7);
  values.add(0, 2);
  const Profiled::Report report = values.report();
  EXPECT_EQ(report.counts.zeros, 5u);
  EXPECT_EQ(report.counts.repeats, 3u);
  EXPECT_EQ(report.top[0].count, 5u);
}

TEST(FullProfile, NoRunGoesOnBeyondAnInterruption) {
  Profiled values;
  values.add(5, 4);
  values.interrupt();
  values.add(5, 4);
  EXPECT_EQ(values.report().counts.repeats, 6u);
}

// The same, slowly: every run is kept, and the table is worked out from the list of them.
class BruteForce {
 public:
  BruteForce(size_t size, bool clearing) : size_(size), clearing_(clearing) {}
  void run(uint64_t value, uint64_t times) {
    const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const auto &e) { return e.value == value; });
    if (known != entries_.end()) {
      hagstone_value_count grown = *known;
      grown.count += times;
      entries_.erase(known);
      insert(grown);
    } else {
      if (entries_.size() == size_) entries_.pop_back();
      insert({value, times});
    }
    since_ += times;
    if (!clearing_ || since_ <= interval_) return;
    const size_t half = size_ - size_ / 2;
    const uint64_t middle = entries_.size() >= half ? entries_[half - 1].count : 0;
    entries_.resize(std::min(entries_.size(), half));
    interval_ = std::max<uint64_t>(2000, 2 * middle);
    since_ = 0;
  }
  const std::vector<hagstone_value_count> &entries() const { return entries_; }

 private:
  void insert(const hagstone_value_count &entry) {
    entries_.insert(std::find_if(entries_.begin(), entries_.end(), [&](const auto &e) { return e.count < entry.count; }),
                    entry);
  }
  size_t size_;
  bool clearing_;
  uint64_t since_ = 0, interval_ = 2000;
  std::vector<hagstone_value_count> entries_;
};

TEST(FullProfile, AgreesWithBruteForce) {
  std::mt19937_64 random(7);
  for (int trace = 0; trace < 200; trace++) {
    const uint32_t size = 1 + static_cast<uint32_t>(random() % 12);
    const bool clearing = random() % 4 != 0;
    Profiled values(Profiled::full(size, clearing));
    BruteForce expected(size, clearing);
    const uint64_t distinct = 1 + random() % 40, longest = 1 + random() % 300;
    uint64_t total = 0, zeros = 0, runs = 0, last = ~0ull, length = 0;
    for (int i = 0; i < 400; i++) {
      const uint64_t value = random() % distinct, times = 1 + random() % longest;
      values.add(value, times);
      total += times;
      if (value == 0) zeros += times;
      if (value == last) {
        length += times;
        continue;
      }
      if (length) expected.run(last, length);
      runs++;
      last = value;
      length = times;
    }
    expected.run(last, length);
    const Profiled::Report report = values.report();
    EXPECT_EQ(report.counts.profiled, total);
    EXPECT_EQ(report.counts.zeros, zeros);
    EXPECT_EQ(report.counts.repeats, total - runs);
    ASSERT_EQ(report.top.size(), expected.entries().size());
    for (size_t i = 0; i < report.top.size(); i++) {
      EXPECT_EQ(report.top[i].value, expected.entries()[i].value);
      EXPECT_EQ(report.top[i].count, expected.entries()[i].count);
    }
  }
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
