// SPDX-License-Identifier: GPL-2.0-or-later
#include "exhaustive/reuse/orders/line_order.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

#include "fake_engine.h"

namespace hagstone::exhaustive::testing {
namespace {

constexpr uint64_t kFirstLine = 1000;

// The same by the definition: lines with a later last access, in sums over access numbers.
class Reference {
 public:
  explicit Reference(uint64_t accesses) : sums_(accesses + 1) {}

  uint64_t last(uint64_t line) const {
    const auto found = last_.find(line);
    return found == last_.end() ? 0 : found->second;
  }
  uint64_t lines_since(uint64_t time) const { return present_ - up_to(time); }

  void access(uint64_t line, uint64_t time) {
    if (const uint64_t before = position_[line]) add(before, -1), present_--;
    add(time, 1);
    present_++;
    position_[line] = last_[line] = time;
  }
  void end(uint64_t line) { last_.erase(line); }

 private:
  void add(uint64_t time, int64_t amount) {
    for (; time < sums_.size(); time += time & -time) sums_[time] += amount;
  }
  uint64_t up_to(uint64_t time) const {
    int64_t sum = 0;
    for (; time > 0; time -= time & -time) sum += sums_[time];
    return static_cast<uint64_t>(sum);
  }

  std::vector<int64_t> sums_;
  std::map<uint64_t, uint64_t> last_, position_;
  uint64_t present_ = 0;
};

struct Lines {
  uint64_t lines, accesses, widest, ends_every;
  uint64_t row = 0;  // of a loop that goes through three of them at once; 0: lines come in no order
};

uint64_t line_of(const Lines &how, uint64_t time, std::mt19937 &random) {
  return how.row ? (time / 3 + time % 3 * how.row) % how.lines : random() % how.lines;
}

void expect_order(const Lines &how) {
  FakeEngine engine;
  hagstone_line_order order = {};
  ASSERT_TRUE(hagstone_make_line_order(&order));
  Reference reference(how.accesses);
  std::mt19937 random(5);
  for (uint64_t time = 1; time <= how.accesses; time++) {
    const uint64_t first = kFirstLine + line_of(how, time, random),
                   end = first + 1 + (random() % 8 ? 0 : random() % how.widest);
    for (uint64_t line = first; line < end; line++) {
      const uint64_t last = reference.last(line);
      const hagstone_line_reuse reuse = hagstone_reuse_of_line(&order, line, time, 3);
      ASSERT_EQ(reuse.time, last ? time - last : 0) << time;
      if (!last) continue;
      ASSERT_EQ(reuse.stack, 3 + reference.lines_since(last)) << time;
      ASSERT_EQ(reuse.watch, last % 1000) << time;
    }
    for (uint64_t line = first; line < end; line++) hagstone_take_line(&order, line, time, 0);
    hagstone_order_lines_at_once(&order, first, end, time, time % 1000);
    for (uint64_t line = first; line < end; line++) reference.access(line, time);
    if (!how.ends_every || random() % how.ends_every) continue;
    hagstone_end_lines(&order, first, end);
    for (uint64_t line = first; line < end; line++) reference.end(line);
  }
  EXPECT_EQ(engine.statistics[HAGSTONE_STATISTIC_dropped_pairs_full], 0u);
  hagstone_free_line_order(&order);
}

TEST(LineOrder, KeepsItsOrderWhenLinesMoveTogether) {
  expect_order({.lines = 700, .accesses = 400'000, .widest = 4, .ends_every = 50});
}

TEST(LineOrder, KeepsItsOrderWhenItGrows) {
  expect_order({.lines = 60'000, .accesses = 300'000, .widest = 9, .ends_every = 1000});
}

TEST(LineOrder, KeepsItsOrderWhereALoopGoesThroughRows) {
  expect_order({.lines = 5000, .accesses = 300'000, .widest = 2, .ends_every = 1000, .row = 1500});
}

// The slots after a line are counted again after slots have been renumbered.
TEST(LineOrder, TellsTheSameOfALineThroughMovesOfTheOthers) {
  FakeEngine engine;
  hagstone_line_order order = {};
  ASSERT_TRUE(hagstone_make_line_order(&order));
  for (uint64_t time = 1; time <= 700; time++) hagstone_order_line(&order, time, time, 7);
  for (uint64_t time = 701; time <= 400'000; time++) {
    const uint64_t line = 6 + time % 695;
    hagstone_take_line(&order, line, time, 0);
    hagstone_order_line(&order, line, time, 7);
    if (time % 50) continue;
    ASSERT_EQ(hagstone_reuse_of_line(&order, 5, time, 0).stack, 695u) << time;
  }
  hagstone_free_line_order(&order);
}

TEST(LineOrder, TellsHowManyCameAfterALineWhileItGrows) {
  FakeEngine engine;
  hagstone_line_order order = {};
  ASSERT_TRUE(hagstone_make_line_order(&order));
  for (uint64_t line = 1; line <= 300'000; line++) {
    hagstone_order_line(&order, line, line, 7);
    if (line % 1000) continue;
    ASSERT_EQ(hagstone_reuse_of_line(&order, 5, line, 0).stack, line - 5);
  }
  hagstone_free_line_order(&order);
}

TEST(LineOrder, IsEmptyOnceCleared) {
  FakeEngine engine;
  hagstone_line_order order = {};
  ASSERT_TRUE(hagstone_make_line_order(&order));
  for (uint64_t line = 1; line <= 2000; line++) hagstone_order_line(&order, line, line, 7);
  EXPECT_EQ(hagstone_reuse_of_line(&order, 5, 3000, 0).stack, 1995u);
  hagstone_clear_line_order(&order);
  EXPECT_EQ(hagstone_reuse_of_line(&order, 5, 3000, 0).time, 0u);
  for (uint64_t line = 5; line < 505; line++) hagstone_order_line(&order, line, 3000 + line, 7);
  EXPECT_EQ(hagstone_reuse_of_line(&order, 5, 4000, 0).stack, 499u);
  hagstone_free_line_order(&order);
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
