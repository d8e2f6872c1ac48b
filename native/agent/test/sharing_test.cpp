// SPDX-License-Identifier: MIT
// The samples of sharing between threads, sampled live.
#include <gtest/gtest.h>

#include <cmath>

#include "answers.h"
#include "common/raw_format.h"
#include "recorded_run.h"

namespace {

constexpr double one_in_a_million = 4.9;  // standard deviations

// At one period throughout, so that every sample weighs the same.
RecordedRun sharing(const std::string &name, const std::vector<std::string> &arguments = {}) {
  std::vector<std::string> command = {sample_path(name)};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return RecordedRun(command, {{"HAGSTONE_TOOLS", "false-sharing"},
                               {"HAGSTONE_PERIOD", "3000000"},
                               {"HAGSTONE_MAX_OVERHEAD", "0"}});
}

// Pairs of the sample's own code.
std::vector<PairLine> own_pairs(const RecordedRun &run, const std::string &name) {
  EXPECT_TRUE(run.file().sound) << run.file().complaint;
  std::vector<PairLine> pairs;
  for (const PairLine &pair : run.file().pairs)
    if (pair.watch.rfind(name + "+", 0) == 0 && pair.trap.rfind(name + "+", 0) == 0) pairs.push_back(pair);
  return pairs;
}

struct Sides {
  double left_to_right = 0, right_to_left = 0;
};

void expect_line(const PairLine &pair, const std::string &line) {
  EXPECT_EQ(pair.relation, "SHARED_WITH");
  EXPECT_EQ(pair.line, line);
}

Sides credit_by_side(const std::vector<PairLine> &pairs, const std::string &name) {
  Sides sides;
  for (const PairLine &pair : pairs) {
    const std::string watch = answer_at(name, pair.watch), trap = answer_at(name, pair.trap);
    EXPECT_TRUE((watch == "left" && trap == "right") || (watch == "right" && trap == "left")) << watch << ", " << trap;
    (watch == "left" ? sides.left_to_right : sides.right_to_left) += pair.credit;
  }
  return sides;
}

// Each decided watch stands for one access, and the line for one other counter: credit is an unbiased estimate of how
// many of them met another thread, so chance alone takes it beyond all of them.
void expect_at_most_all_credited(const RecordedRun &run, const std::vector<PairLine> &pairs, double weight) {
  double credit = 0;
  for (const PairLine &pair : pairs) credit += pair.credit;
  const auto &statistics = run.file().statistics;
  const auto decided = static_cast<double>(statistics.at("traps") + statistics.at("published_expired"));
  const double deviation = weight * std::sqrt(decided / weight * (1 - 1 / weight));
  EXPECT_LE(credit, decided + one_in_a_million * deviation);
}

void expect_every_watch_accounted_for(const RecordedRun &run) {
  auto statistics = run.file().statistics;
  EXPECT_LE(statistics["published_watched"], statistics["published"]);
  EXPECT_EQ(statistics["published_watched"],
            statistics["traps"] + statistics["published_expired"] + statistics["unfinished"] + statistics["replaced"] +
                statistics["dropped_imprecise"] + statistics["dropped_blocked_trap"] +
                statistics["dropped_no_context"]);
}

TEST(FalseSharing, IsSeenWithItsLineAndBothThreads) {
  RecordedRun run = sharing("false_sharing", {"2", "1200"});
  const auto pairs = own_pairs(run, "false_sharing");
  for (const PairLine &pair : pairs) {
    expect_line(pair, place_of_variable("false_sharing", "counters"));
    EXPECT_FALSE(pair.flags & HAGSTONE_PAIR_OVERLAP);
  }
  const Sides sides = credit_by_side(pairs, "false_sharing");
  EXPECT_GT(sides.left_to_right, 0);
  EXPECT_GT(sides.right_to_left, 0);
  expect_at_most_all_credited(run, pairs, 14);
  expect_every_watch_accounted_for(run);
}

TEST(TrueSharing, IsToldApart) {
  RecordedRun run = sharing("true_sharing");
  const auto pairs = own_pairs(run, "true_sharing");
  for (const PairLine &pair : pairs) {
    expect_line(pair, place_of_variable("true_sharing", "counter"));
    EXPECT_TRUE(pair.flags & HAGSTONE_PAIR_OVERLAP);
  }
  const Sides sides = credit_by_side(pairs, "true_sharing");
  EXPECT_GT(sides.left_to_right, 0);
  EXPECT_GT(sides.right_to_left, 0);
  expect_at_most_all_credited(run, pairs, 2);
  expect_every_watch_accounted_for(run);
}

TEST(PaddedCounters, ShareNothing) {
  RecordedRun run = sharing("padded_counters");
  EXPECT_TRUE(own_pairs(run, "padded_counters").empty());
  const auto &statistics = run.file().statistics;
  EXPECT_GT(statistics.at("published_watched"), 0u);
  EXPECT_GT(statistics.at("published_expired"), 0u);
}

TEST(FalseSharing, OfFourThreadsIsSeen) {
  RecordedRun run = sharing("false_sharing", {"4", "400"});
  const auto pairs = own_pairs(run, "false_sharing");
  EXPECT_FALSE(pairs.empty());
  for (const PairLine &pair : pairs) EXPECT_FALSE(pair.flags & HAGSTONE_PAIR_OVERLAP);
}

}  // namespace
