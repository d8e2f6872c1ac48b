// SPDX-License-Identifier: MIT
// The samples of reuse distance, sampled live by CPU time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "support/answers.h"
#include "common/raw_format.h"
#include "support/recorded_run.h"

namespace {

constexpr double one_in_a_million = 4.9;  // standard deviations

Variables reuse(Variables variables = {}) {
  variables.insert({"HAGSTONE_TOOLS", "reuse-distance"});
  variables.insert({"HAGSTONE_PERIOD", "5000000"});
  return variables;
}

std::vector<uint64_t> reuse_distances(const RawFile &file) {
  std::vector<uint64_t> distances;
  for (const ReuseLine &reuse : file.reuses)
    if (reuse.credit > 0) distances.push_back(reuse.distance);
  std::sort(distances.begin(), distances.end());
  return distances;
}

// Distances per ns at a moment of the run, on average over it: all take the same way, some in more time. A sample is as
// likely to meet a distance as that is long, so that the mean of the samples' reciprocals is that of the run whether its
// speed was steady or not, which no percentile of the distances is.
struct Rate {
  double mean;
  double deviation;  // of that mean
};

Rate rate_of(const std::vector<uint64_t> &distances) {
  double sum = 0, squares = 0;
  for (uint64_t distance : distances) {
    const double rate = 1.0 / static_cast<double>(distance);
    sum += rate;
    squares += rate * rate;
  }
  const auto count = static_cast<double>(distances.size());
  const double mean = sum / count;
  return {mean, std::sqrt((squares / count - mean * mean) / (count - 1))};
}

uint64_t traps_of(const RawFile &file, unsigned flags) {
  uint64_t traps = 0;
  for (const PairLine &pair : file.pairs)
    if ((pair.flags & flags) == flags) traps += pair.traps;
  return traps;
}

constexpr int sweeps = 1000;
const std::vector<std::string> long_sweeps = {sample_path("cyclic_sweep"), std::to_string(sweeps), "2000000"};

TEST(ReuseDistance, IsOneSweepInACyclicSweep) {
  RecordedRun run(long_sweeps, reuse());
  const RawFile &file = run.file();
  ASSERT_TRUE(file.sound) << file.complaint;
  const auto distances = reuse_distances(file);
  ASSERT_GE(distances.size(), 30u);
  // In the run's own time: all of it is sweeps, but for the first writing of the array and the kernel's way to handlers.
  // Sweeps that are watched have that way twice, and switches of threads take longer meanwhile; most sweeps are not.
  const auto time = static_cast<double>(file.statistics.at("cpu_time") - file.statistics.at("handler_time"));
  constexpr double no_sweeps = 0.1, slower_when_watched = 0.15;
  const Rate found = rate_of(distances);
  EXPECT_GT(found.mean, sweeps / time * (1 - slower_when_watched) - one_in_a_million * found.deviation);
  EXPECT_LT(found.mean, sweeps / time / (1 - no_sweeps) + one_in_a_million * found.deviation);
  uint64_t traps = 0;
  for (const PairLine &pair : file.pairs) {
    EXPECT_EQ(pair.relation, "REUSED_BY");
    if (answer_at("cyclic_sweep", pair.watch) != "sweep") continue;
    EXPECT_EQ(answer_at("cyclic_sweep", pair.trap), "sweep");
    traps += pair.traps;
  }
  EXPECT_GE(traps, 30u);
}

// Interrupts all along take as long as the sweeps themselves: a quarter of the time is spent in handlers, another one
// in the kernel on the way to them.
TEST(ReuseDistance, LeavesTheProfilersOwnTimeOut) {
  RecordedRun run(long_sweeps, reuse({{"HAGSTONE_PERIOD", "100000"}, {"HAGSTONE_MAX_OVERHEAD", "0"}}));
  const RawFile &file = run.file();
  ASSERT_TRUE(file.sound) << file.complaint;
  const auto distances = reuse_distances(file);
  ASSERT_GE(distances.size(), 30u);
  const auto handlers = static_cast<double>(file.statistics.at("handler_time"));
  const auto all = static_cast<double>(file.statistics.at("cpu_time"));
  ASSERT_GT(handlers, 0.1 * all);
  const Rate found = rate_of(distances);
  EXPECT_GT(found.mean, sweeps / (all - handlers) - one_in_a_million * found.deviation);
  EXPECT_LT(found.mean, sweeps / (all - handlers) / 0.3 + one_in_a_million * found.deviation);
}

TEST(ReuseDistance, NamesTheLinesOfAMatrixProduct) {
  RecordedRun run({sample_path("matrix_ikj"), "6000"}, reuse({{"HAGSTONE_PERIOD", "1000000"}}));
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  const std::set<std::pair<std::string, std::string>> possible = {
      {"a", "a"}, {"b", "b"}, {"c load", "c store"}, {"c store", "c load"}};
  std::set<std::pair<std::string, std::string>> found;
  for (const PairLine &pair : run.file().pairs) {
    const std::pair<std::string, std::string> answers = {answer_at("matrix_ikj", pair.watch),
                                                         answer_at("matrix_ikj", pair.trap)};
    if (answers.first.empty() && answers.second.empty()) continue;  // before the products
    EXPECT_TRUE(possible.count(answers)) << answers.first << ", " << answers.second;
    found.insert(answers);
  }
  EXPECT_TRUE(found.count({"b", "b"}));
  EXPECT_TRUE(found.count({"c load", "c store"}));
  EXPECT_TRUE(found.count({"c store", "c load"}));
}

// The sampled access is after the interrupt: nothing before it is a reuse. Words of two elements that are filled and
// summed in order: a store to the first is followed by one to the second, that by a load of the first.
TEST(ReuseDistance, BeginsAtTheSampledAccess) {
  RecordedRun run({sample_path("all_used"), "300000"}, reuse({{"HAGSTONE_PERIOD", "1000000"}}));
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  double stored_again = 0, stores = 0, loaded_again = 0, loads = 0;
  for (const PairLine &pair : run.file().pairs) {
    const std::string watch = answer_at("all_used", pair.watch), trap = answer_at("all_used", pair.trap);
    const auto traps = static_cast<double>(pair.traps);
    if (watch == "used store") stores += traps;
    if (watch == "used store" && trap == "used store") stored_again += traps;
    if (watch == "use") loads += traps;
    if (watch == "use" && trap == "use") loaded_again += traps;
  }
  ASSERT_GE(std::min(stores, loads), 30);
  EXPECT_NEAR(stored_again, stores / 2, one_in_a_million * std::sqrt(stores / 4));
  EXPECT_NEAR(loaded_again, loads / 2, one_in_a_million * std::sqrt(loads / 4));
}

// The load of an increment is immediately followed by its own store, the store by the load of the next sweep.
TEST(ReuseDistance, EndsAtAnIncrementsOwnStoreHalfTheTime) {
  RecordedRun run({sample_path("cyclic_increment"), "500", "500000"}, reuse());
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  const auto distances = reuse_distances(run.file());
  ASSERT_GE(distances.size(), 30u);
  const uint64_t half_a_sweep = distances[distances.size() * 5 / 6] / 2;
  const auto total = static_cast<double>(distances.size());
  const auto immediate = static_cast<double>(
      std::count_if(distances.begin(), distances.end(), [&](uint64_t distance) { return distance < half_a_sweep; }));
  EXPECT_NEAR(immediate, total / 2, one_in_a_million * std::sqrt(total / 4));
}

// In a line, half of the samples wait for another word. In a sweep that is just ahead, or just behind and a whole sweep
// away, equally often.
TEST(ReuseDistance, SeesOtherWordsOfTheLineHalfTheTime) {
  RecordedRun run(long_sweeps, reuse({{"HAGSTONE_GRANULARITY", "64"}}));
  const RawFile &file = run.file();
  ASSERT_TRUE(file.sound) << file.complaint;
  const auto distances = reuse_distances(file);
  ASSERT_GE(distances.size(), 30u);
  const auto total = static_cast<double>(distances.size());
  EXPECT_NEAR(static_cast<double>(traps_of(file, HAGSTONE_PAIR_OTHER_PART)), total / 2,
              one_in_a_million * std::sqrt(total / 4));
  const uint64_t half_a_sweep = distances[distances.size() * 2 / 3] / 2;
  const auto near = static_cast<double>(
      std::count_if(distances.begin(), distances.end(), [&](uint64_t distance) { return distance < half_a_sweep; }));
  EXPECT_NEAR(near, total / 4, one_in_a_million * std::sqrt(total * 3 / 16));
}

TEST(ReuseDistance, SpatialVariantSeesOtherWordsOnly) {
  RecordedRun run(long_sweeps, reuse({{"HAGSTONE_REUSE_OF", "other"}}));
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  EXPECT_GT(traps_of(run.file(), 0), 0u);
  EXPECT_EQ(traps_of(run.file(), HAGSTONE_PAIR_OTHER_PART), traps_of(run.file(), 0));
}

TEST(ReuseDistance, RecordsEveryWatchpointsEnd) {
  // Dozens of samples in a sweep.
  RecordedRun run({sample_path("cyclic_sweep"), "40", "16000000"}, reuse({{"HAGSTONE_PERIOD", "300000"}}));
  const RawFile &file = run.file();
  ASSERT_TRUE(file.sound) << file.complaint;
  uint64_t reused = 0, evicted = 0, freed = 0, unfinished = 0;
  for (const ReuseLine &reuse : file.reuses) {
    EXPECT_GE(reuse.distance, 1u);
    if (reuse.credit > 0)
      reused++;
    else
      (reuse.flags & HAGSTONE_CENSORED_EVICTED ? evicted : reuse.flags & HAGSTONE_CENSORED_FREED ? freed : unfinished)++;
  }
  EXPECT_GT(evicted, 0u);
  EXPECT_EQ(reused, file.statistics.at("traps"));
  EXPECT_EQ(evicted, file.statistics.at("censored_evicted"));
  EXPECT_EQ(evicted, file.statistics.at("replaced"));
  EXPECT_EQ(freed, file.statistics.at("freed"));
  EXPECT_EQ(unfinished, file.statistics.at("unfinished"));
}

TEST(ReuseDistance, StopsItsLogAtTheQuota) {
  constexpr uint64_t quota = 1000;
  RecordedRun run(long_sweeps, reuse({{"HAGSTONE_TRAP_LOG", std::to_string(quota)}}));
  const RawFile &file = run.file();
  ASSERT_TRUE(file.sound) << file.complaint;
  EXPECT_EQ(file.reuses.size(), quota / (sizeof(hagstone_record) + sizeof(hagstone_reuse)));
  EXPECT_GT(file.statistics.at("trap_log_full"), 0u);
  EXPECT_EQ(traps_of(file, 0), file.statistics.at("traps"));
}

}  // namespace
