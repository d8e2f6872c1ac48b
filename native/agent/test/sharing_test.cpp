// SPDX-License-Identifier: MIT
// The samples of sharing between threads, sampled live.
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>

#include <utility>

#include "support/answers.h"
#include "common/raw_format.h"
#include "support/recorded_run.h"

namespace {

// A side needs so many, or the whole run if there are no sides.
constexpr uint64_t enough_traps = 5;

using Pairs = std::vector<PairLine>;

// Pairs of the sample's own code.
Pairs own_pairs(const RawFile &file, const std::string &name) {
  Pairs pairs;
  for (const PairLine &pair : file.pairs)
    if (pair.watch.rfind(name + "+", 0) == 0 && pair.trap.rfind(name + "+", 0) == 0) pairs.push_back(pair);
  return pairs;
}

uint64_t traps_of_side(const Pairs &pairs, const std::string &name, const std::string &side) {
  uint64_t traps = 0;
  for (const PairLine &pair : pairs)
    if (answer_at(name, pair.watch) == side) traps += pair.traps;
  return traps;
}

bool both_sides_shared(const RawFile &file, const std::string &name) {
  const Pairs pairs = own_pairs(file, name);
  return traps_of_side(pairs, name, "left") >= enough_traps && traps_of_side(pairs, name, "right") >= enough_traps;
}

// At one period throughout, so that every sample weighs the same. Threads share only what both use within two periods,
// which a busy machine may rarely have them do: the sample continues until `enough` of it is recorded.
RecordedRun sharing(const std::string &name, const std::string &threads, std::function<bool(const RawFile &)> enough) {
  return RecordedRun({sample_path(name), threads, "0"},
                     {{"HAGSTONE_TOOLS", "false-sharing"}, {"HAGSTONE_PERIOD", "10000000"}, {"HAGSTONE_MAX_OVERHEAD", "0"}},
                     {SIGTERM, std::move(enough)});
}

RecordedRun shared_by_both(const std::string &name, const std::string &threads) {
  return sharing(name, threads, [name](const RawFile &file) {
    return both_sides_shared(file, name) && file.statistics.at("published_met") >= enough_traps;
  });
}

void expect_line(const PairLine &pair, const std::string &line) {
  EXPECT_EQ(pair.relation, "SHARED_WITH");
  EXPECT_EQ(pair.line, line);
}

void expect_between_sides(const Pairs &pairs, const std::string &name) {
  for (const PairLine &pair : pairs) {
    const std::string watch = answer_at(name, pair.watch), trap = answer_at(name, pair.trap);
    EXPECT_TRUE((watch == "left" && trap == "right") || (watch == "right" && trap == "left")) << watch << ", " << trap;
  }
}

// The other thread touches one place of the line. Almost all of its samples lie there, so that it is known without a
// watchpoint; a register that waits for one part of many represents at most 14.
void expect_one_place_each(const RawFile &file, const Pairs &pairs) {
  uint64_t traps = 0;
  for (const PairLine &pair : pairs) {
    traps += pair.traps;
    EXPECT_GE(pair.credit, static_cast<double>(pair.traps));
    EXPECT_LE(pair.credit, 14.0 * static_cast<double>(pair.traps));
  }
  EXPECT_LE(traps, file.statistics.at("traps"));
  EXPECT_GE(file.statistics.at("published_met"), enough_traps);
}

void expect_every_watch_accounted_for(const RawFile &file) {
  auto statistics = file.statistics;
  EXPECT_LE(statistics["published_met"], statistics["published"]);
  EXPECT_EQ(statistics["published_watched"],
            statistics["traps"] - statistics["published_met"] + statistics["published_spare"] +
                statistics["published_expired"] + statistics["unfinished"] + statistics["replaced"] +
                statistics["dropped_imprecise"] + statistics["dropped_blocked_trap"] + statistics["dropped_no_context"]);
}

const RawFile &sound_file(const RecordedRun &run) {
  EXPECT_EQ(run.outcome().status, 0) << run.outcome();
  EXPECT_TRUE(run.file().sound) << run.file().complaint;
  return run.file();
}

TEST(FalseSharing, IsSeenWithItsLineAndBothThreads) {
  const RecordedRun run = shared_by_both("false_sharing", "2");
  const RawFile &file = sound_file(run);
  EXPECT_TRUE(both_sides_shared(file, "false_sharing"));
  const Pairs pairs = own_pairs(file, "false_sharing");
  for (const PairLine &pair : pairs) {
    expect_line(pair, place_of_variable("false_sharing", "counters"));
    EXPECT_FALSE(pair.flags & HAGSTONE_PAIR_OVERLAP);
  }
  expect_between_sides(pairs, "false_sharing");
  expect_one_place_each(file, pairs);
  expect_every_watch_accounted_for(file);
}

TEST(TrueSharing, IsToldApart) {
  const RecordedRun run = shared_by_both("true_sharing", "2");
  const RawFile &file = sound_file(run);
  EXPECT_TRUE(both_sides_shared(file, "true_sharing"));
  const Pairs pairs = own_pairs(file, "true_sharing");
  for (const PairLine &pair : pairs) {
    expect_line(pair, place_of_variable("true_sharing", "counter"));
    EXPECT_TRUE(pair.flags & HAGSTONE_PAIR_OVERLAP);
  }
  expect_between_sides(pairs, "true_sharing");
  expect_one_place_each(file, pairs);
  expect_every_watch_accounted_for(file);
}

TEST(PaddedCounters, ShareNothing) {
  const auto many_expired = [](const RawFile &file) { return file.statistics.at("published_expired") >= enough_traps; };
  const RecordedRun run = sharing("padded_counters", "2", many_expired);
  const RawFile &file = sound_file(run);
  EXPECT_TRUE(own_pairs(file, "padded_counters").empty());
  EXPECT_TRUE(many_expired(file));
}

// Pairs whose two accesses both have this answer.
Pairs pairs_within(const Pairs &pairs, const std::string &name, const std::string &answer) {
  Pairs within;
  for (const PairLine &pair : pairs)
    if (answer_at(name, pair.watch) == answer && answer_at(name, pair.trap) == answer) within.push_back(pair);
  return within;
}

uint64_t traps_within(const Pairs &pairs) {
  uint64_t traps = 0;
  for (const PairLine &pair : pairs) traps += pair.traps;
  return traps;
}

// Workers wait in the kernel between short tasks, and there are more of them than processors, so most take turns.
TEST(PooledCounters, ShareFalselyTrulyOrNotAtAll) {
  const std::string name = "pooled_counters";
  const auto enough = [&name](const RawFile &file) {
    const Pairs pairs = own_pairs(file, name);
    return traps_within(pairs_within(pairs, name, "own")) >= enough_traps &&
           traps_within(pairs_within(pairs, name, "common")) >= enough_traps;
  };
  const RecordedRun run = sharing(name, "4", enough);
  const RawFile &file = sound_file(run);
  EXPECT_TRUE(enough(file));
  const Pairs pairs = own_pairs(file, name);
  for (const PairLine &pair : pairs_within(pairs, name, "own")) {
    expect_line(pair, place_of_variable(name, "own"));
    EXPECT_FALSE(pair.flags & HAGSTONE_PAIR_OVERLAP);
  }
  for (const PairLine &pair : pairs_within(pairs, name, "common")) {
    expect_line(pair, place_of_variable(name, "common"));
    EXPECT_TRUE(pair.flags & HAGSTONE_PAIR_OVERLAP);
  }
  for (const PairLine &pair : pairs) {
    EXPECT_EQ(answer_at(name, pair.watch), answer_at(name, pair.trap));
    EXPECT_NE(answer_at(name, pair.watch), "padded");
  }
}

// Threads and processes that start while it lives may run on one processor only, as by taskset.
class OnOneProcessor {
 public:
  OnOneProcessor() {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    EXPECT_EQ(sched_getaffinity(0, sizeof all_, &all_), 0);
    EXPECT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  }
  ~OnOneProcessor() { sched_setaffinity(0, sizeof all_, &all_); }

 private:
  cpu_set_t all_;
};

// The line never leaves the processor's cache, but would on more than one.
TEST(FalseSharing, IsSeenAmongThreadsThatCanOnlyTakeTurns) {
  const OnOneProcessor restricted;
  const RecordedRun run =
      sharing("false_sharing", "2", [](const RawFile &file) { return both_sides_shared(file, "false_sharing"); });
  const RawFile &file = sound_file(run);
  EXPECT_GT(file.statistics.at("published_in_turns"), 0u);
  EXPECT_EQ(file.statistics.at("shared_in_turns"), file.statistics.at("traps"));
  const Pairs pairs = own_pairs(file, "false_sharing");
  EXPECT_TRUE(both_sides_shared(file, "false_sharing"));
  for (const PairLine &pair : pairs) EXPECT_FALSE(pair.flags & HAGSTONE_PAIR_OVERLAP);
  expect_between_sides(pairs, "false_sharing");
}

TEST(TrueSharing, IsToldApartAmongThreadsThatCanOnlyTakeTurns) {
  const OnOneProcessor restricted;
  const RecordedRun run =
      sharing("true_sharing", "2", [](const RawFile &file) { return both_sides_shared(file, "true_sharing"); });
  const Pairs pairs = own_pairs(sound_file(run), "true_sharing");
  EXPECT_TRUE(both_sides_shared(run.file(), "true_sharing"));
  for (const PairLine &pair : pairs) EXPECT_TRUE(pair.flags & HAGSTONE_PAIR_OVERLAP);
  expect_between_sides(pairs, "true_sharing");
}

TEST(PaddedCounters, ShareNothingWhereThreadsCanOnlyTakeTurns) {
  const OnOneProcessor restricted;
  const RecordedRun run = sharing(
      "padded_counters", "2", [](const RawFile &file) { return file.statistics.at("published_expired") >= enough_traps; });
  EXPECT_TRUE(own_pairs(sound_file(run), "padded_counters").empty());
  EXPECT_GT(run.file().statistics.at("published_in_turns"), 0u);
}

// On two processors, two seconds of CPU time give as many (FourThreadsOnTwoProcessors of the scripted tests).
constexpr uint64_t traps_of_four_threads = 30;

TEST(FalseSharing, IsSeenAmongFourThreads) {
  const auto enough = [](const RawFile &file) {
    const Pairs pairs = own_pairs(file, "false_sharing");
    const uint64_t left = traps_of_side(pairs, "false_sharing", "left");
    const uint64_t right = traps_of_side(pairs, "false_sharing", "right");
    return left >= enough_traps && right >= enough_traps && left + right >= traps_of_four_threads;
  };
  const RecordedRun run = sharing("false_sharing", "4", enough);
  const RawFile &file = sound_file(run);
  EXPECT_TRUE(enough(file));
  for (const PairLine &pair : own_pairs(file, "false_sharing")) EXPECT_FALSE(pair.flags & HAGSTONE_PAIR_OVERLAP);
}

}  // namespace
