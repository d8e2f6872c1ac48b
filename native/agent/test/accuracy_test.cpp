// SPDX-License-Identifier: MIT
// The samples with known answers (resources/samples), sampled live.
#include <gtest/gtest.h>

#include <signal.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "support/recorded_run.h"

namespace {

std::string sample(const std::string &name) { return HAGSTONE_SAMPLES "/" + name; }

double credit(const RawFile &file, const std::string &relation) {
  double sum = 0;
  for (const PairLine &pair : file.pairs)
    if (pair.relation == relation) sum += pair.credit;
  return sum;
}

uint64_t traps(const RawFile &file, const std::string &relation) {
  uint64_t sum = 0;
  for (const PairLine &pair : file.pairs)
    if (pair.relation == relation) sum += pair.traps;
  return sum;
}

uint64_t offset_of(const std::string &place) { return std::stoull(place.substr(place.find('+') + 1), nullptr, 16); }

// Credit and clock ticks of each store of the sample's main program. A tick belongs to the store nearest to it: the
// samples' loops hold one each, or share one evenly.
struct Shares {
  std::map<uint64_t, double> credit;
  std::map<uint64_t, double> ticks;
};

Shares measure(const std::string &name) {
  TickedRun ticked({sample(name)});
  const RecordedRun &run = ticked.run;
  EXPECT_TRUE(run.file().sound) << run.file().complaint;
  EXPECT_GE(run.file().statistics.at("traps"), 1000u);
  Shares shares;
  double total = 0;
  for (const PairLine &pair : run.file().pairs)
    if (pair.relation == "KILLED_BY" && pair.watch.rfind(name + "+", 0) == 0) {
      shares.credit[offset_of(pair.watch)] += pair.credit;
      total += pair.credit;
    }
  for (auto &[store, credit] : shares.credit) credit /= total;

  EXPECT_GE(ticked.ticks.size(), 1000u);
  constexpr uint64_t loop = 32;  // bytes around a store
  double counted = 0;
  for (uint64_t tick : ticked.ticks) {
    auto distance = [&](uint64_t store) { return store > tick ? store - tick : tick - store; };
    auto nearest = std::min_element(shares.credit.begin(), shares.credit.end(),
                                    [&](const auto &a, const auto &b) { return distance(a.first) < distance(b.first); });
    if (distance(nearest->first) > loop) continue;
    shares.ticks[nearest->first]++;
    counted++;
  }
  for (auto &[store, count] : shares.ticks) count /= counted;
  return shares;
}

constexpr double six_points = 0.06;

// The order of the stores in the sample's code: i loop, p, q, j loop.
TEST(Samples, FourPairsHaveTheSharesOfTheirClockTicks) {
  Shares shares = measure("four_pairs");
  ASSERT_EQ(shares.credit.size(), 4u);
  std::vector<double> credit, ticks;
  for (const auto &[store, share] : shares.credit) {
    credit.push_back(share);
    ticks.push_back(shares.ticks[store]);
  }
  const double each_of_two = (ticks[1] + ticks[2]) / 2;
  EXPECT_NEAR(credit[0], ticks[0], six_points);
  EXPECT_NEAR(credit[1], each_of_two, six_points);
  EXPECT_NEAR(credit[2], each_of_two, six_points);
  EXPECT_NEAR(credit[3], ticks[3], six_points);
}

// The order of the stores in the sample's code: a, b, x twice.
TEST(Samples, ThreeTwoOneHasTheSharesOfItsClockTicks) {
  Shares shares = measure("three_two_one");
  ASSERT_EQ(shares.credit.size(), 4u);
  std::vector<double> credit, ticks;
  for (const auto &[store, share] : shares.credit) {
    credit.push_back(share);
    ticks.push_back(shares.ticks[store]);
  }
  EXPECT_NEAR(credit[0], ticks[0], six_points);
  EXPECT_NEAR(credit[1], ticks[1], six_points);
  EXPECT_NEAR(credit[2] + credit[3], ticks[2] + ticks[3], six_points);
}

TEST(Samples, StoresThatDieFarAwayAreSeen) {
  RecordedRun run({sample("long_distance"), "10"});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  std::string killed, killer;
  for (const PairLine &pair : run.file().pairs)
    if (pair.relation == "KILLED_BY" && pair.watch.rfind("long_distance+", 0) == 0) {
      EXPECT_NE(pair.watch, pair.trap);
      EXPECT_TRUE(killed.empty() || killed == pair.watch);
      killed = pair.watch;
      killer = pair.trap;
    }
  EXPECT_FALSE(killed.empty());
  for (const PairLine &pair : run.file().pairs) EXPECT_TRUE(pair.watch != killer || pair.relation == "USED_BY");
}

TEST(Samples, UsedStoresAreNotDead) {
  RecordedRun run({sample("all_used"), "200000"});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  EXPECT_GT(credit(run.file(), "USED_BY"), 0);
  for (const PairLine &pair : run.file().pairs)
    EXPECT_TRUE(pair.watch.rfind("all_used+", 0) != 0 || pair.relation == "USED_BY") << pair.watch << ' ' << pair.trap;
}

// The period is doubled to hold the overhead; every sample then counts as often, so that the sum stays the time.
TEST(Samples, StandForTheWholeTimeAtAnyPeriod) {
  RecordedRun run({sample("four_pairs"), "3000"}, {{"HAGSTONE_PERIOD", "100000"}, {"HAGSTONE_MAX_OVERHEAD", "10000"}});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  EXPECT_GE(run.file().statistics.at("period_raised"), 2u);
  double sampled = 0;
  for (const PairLine &pair : run.file().pairs) sampled += pair.credit;
  const double period = std::stod(run.file().header.at("period"));
  const auto cpu_time = static_cast<double>(run.file().statistics.at("cpu_time"));
  // Some interrupts lead to no sample or no trap, and the profiler itself takes time.
  EXPECT_GE(sampled * period, 0.7 * cpu_time);
  EXPECT_LE(sampled * period, 1.1 * cpu_time);
}

const std::string hands_over = HAGSTONE_TARGETS "/hands_over";
const Variables often = {{"HAGSTONE_PERIOD", "1000000"}, {"HAGSTONE_MAX_OVERHEAD", "50000"}};

// The kernel sets perf's clock anew at each context switch: on two threads that wait for each other 60,000 times a second, it
// more than doubled the CPU time.
TEST(SwitchingThreads, AreSampledAtClockTicks) {
  const std::vector<std::string> command = {hands_over, "30000"};
  RecordedRun run(command, often);
  EXPECT_EQ(run.outcome(), run_plainly(command));
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  EXPECT_EQ(run.file().statistics.at("clock_ticks"), 2u);
}

// Beside busy programs, a clock tick may find such a thread once in a hundred ticks of its time, as it begins to run at one and
// waits before the next. So this ends not after a time but after enough samples, and its CPU time is that at the last of them.
TEST(SwitchingThreads, HaveSamplesThatStandForTheTimeSinceTheOneBefore) {
  RecordedRun run({hands_over, "1000000000"}, often, {SIGKILL, [](const RawFile &file) {
                                                        return file.statistics.at("clock_ticks") == 2 &&
                                                               file.statistics.at("timer_signals") >= 40;
                                                      }});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  const auto &statistics = run.file().statistics;
  const auto cpu_time = static_cast<double>(statistics.at("cpu_time"));
  const auto sampled = static_cast<double>(statistics.at("sampled_periods")) * std::stod(run.file().header.at("period"));
  EXPECT_LE(sampled, 1.1 * cpu_time);
  // A sample stands for at most 16 periods, each of two ticks or more.
  timespec tick = {};
  ASSERT_EQ(clock_getres(CLOCK_MONOTONIC_COARSE, &tick), 0);
  const double most = 16 * 2 * static_cast<double>(tick.tv_nsec) / 1e6;
  // Most of its time is in the kernel, where as long periods end.
  const auto signals = static_cast<double>(statistics.at("timer_signals"));
  const double periods = signals + static_cast<double>(statistics.at("kernel_interrupts"));
  if (static_cast<double>(statistics.at("longest_period")) < most) {
    EXPECT_GE(sampled * periods / signals, 0.4 * cpu_time);
  }
  // Their registers are opened for each sample. Of the stores to numbers, 19 in 20 overwrite the same value.
  EXPECT_EQ(statistics.at("dropped_arm_failed"), 0u);
  EXPECT_GT(traps(run.file(), "KILLED_BY"), traps(run.file(), "USED_BY"));
}

TEST(SwitchingThreads, KeepPerfsClockIfAnyOverheadIsAllowed) {
  RecordedRun run({hands_over, "10000"}, {{"HAGSTONE_PERIOD", "1000000"}, {"HAGSTONE_MAX_OVERHEAD", "0"}});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  EXPECT_EQ(run.file().statistics.at("clock_ticks"), 0u);
}

// Wasted share of the sample's pairs.
double wasted_share(const RecordedRun &run) {
  const double waste = credit(run.file(), "KILLED_BY"), use = credit(run.file(), "USED_BY");
  return waste / (waste + use);
}

// The timer fires in system calls, too, and its signal arrives before the first store after them.
TEST(SwitchingThreads, HaveNoSamplesOfTimeInTheKernel) {
  Variables next_store = often;
  next_store["HAGSTONE_SKIP_RANGE"] = "1";
  const auto samples = [](const RawFile &file) { return traps(file, "KILLED_BY") + traps(file, "USED_BY"); };
  RecordedRun run({HAGSTONE_TARGETS "/stores_after_calls", "1000000000"}, next_store,
                  {SIGKILL, [&](const RawFile &file) {
                     const auto &statistics = file.statistics;
                     // A sampler that takes those of the kernel for its own gets no kernel_interrupts, and a third of its
                     // samples there.
                     return statistics.at("clock_ticks") == 2 && samples(file) >= 60 &&
                            (statistics.at("kernel_interrupts") >= 30 || statistics.at("timer_signals") >= 600);
                   }});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  EXPECT_GE(run.file().statistics.at("kernel_interrupts"), 30u);
  // A sample is of the store that comes next. That after a call, the only one that is overwritten, is one of 30,721 of a round:
  // were it one of 1000, more samples than these would be of it once in a hundred million runs.
  EXPECT_LE(traps(run.file(), "KILLED_BY"), 4 + samples(run.file()) / 100);
}

// Each armed watchpoint costs time at each switch: a quarter of this program's. Phases with watchpoints represent the
// others.
TEST(SwitchingThreads, WatchInSomePhasesOnlyWhereWatchpointsStayArmed) {
  const std::vector<std::string> command = {HAGSTONE_TARGETS "/waits_armed", "100000"};
  const Variables variables = {{"HAGSTONE_PERIOD", "1000000"}, {"HAGSTONE_MAX_OVERHEAD", "50000"}};
  RecordedRun run(command, variables);
  EXPECT_EQ(run.outcome(), run_plainly(command));
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  EXPECT_EQ(run.file().statistics.at("clock_ticks"), 2u);
  EXPECT_GT(run.file().statistics.at("rests"), 0u);
  // Nearly two thirds of its time are at such stores.
  EXPECT_GT(traps(run.file(), "KILLED_BY"), 0u);
}

TEST(SwitchingThreads, WatchAllTheTimeIfAnyOverheadIsAllowed) {
  RecordedRun run({HAGSTONE_TARGETS "/waits_armed", "20000"},
                  {{"HAGSTONE_PERIOD", "1000000"}, {"HAGSTONE_MAX_OVERHEAD", "0"}});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  EXPECT_EQ(run.file().statistics.at("rests"), 0u);
}

// The rate is twenty times as high while all is waste: samples that were counted as equal would say nearly 90 %.
TEST(Samples, WeighTheirOwnPeriodsWhereTheRateFalls) {
  const std::vector<std::string> command = {sample("changing_waste"), "240000"};
  const Variables plainly = {{"HAGSTONE_PERIOD", "500000"}, {"HAGSTONE_MAX_OVERHEAD", "0"}, {"HAGSTONE_SEED", "1"}};
  Variables falling = {{"HAGSTONE_PERIOD", "2500000"}, {"HAGSTONE_MAX_OVERHEAD", "0"}, {"HAGSTONE_SEED", "1"}};
  falling.insert({{"HAGSTONE_EARLY_PERIOD", "125000"}, {"HAGSTONE_EARLY_TIME", "100000000"}});
  RecordedRun constant(command, plainly), changing(command, falling);
  ASSERT_TRUE(changing.file().sound) << changing.file().complaint;
  const auto periods = changing.file().statistics.at("sampled_periods"),
             interrupts = changing.file().statistics.at("timer_signals");
  EXPECT_GT(periods, 6 * interrupts);
  const double period = std::stod(changing.file().header.at("period"));
  // CPU time includes the profiler's own and, on a busy machine, several times as much for setting debug registers at each
  // switch, which no samples represent. The other run's samples say what the program alone takes; the factor is for what
  // shares the processor's core with one of them.
  const double cpu_time = static_cast<double>(changing.file().statistics.at("cpu_time"));
  EXPECT_LT(static_cast<double>(periods) * period, 1.1 * cpu_time);
  const double alone = static_cast<double>(constant.file().statistics.at("sampled_periods")) *
                       std::stod(constant.file().header.at("period"));
  EXPECT_GT(static_cast<double>(periods) * period, 0.4 * alone);
  // Derived from the few samples of the late rate alone.
  const double late = (static_cast<double>(periods) * period - 1e8) / 2.5e6;
  ASSERT_GE(late, 30);
  const double one_in_a_million =
      4.9 * std::sqrt(0.25 / late + 0.25 / static_cast<double>(constant.file().statistics.at("timer_signals")));
  // On a busy machine, one half of a run may take half as long again as that of another run.
  constexpr double halves = 0.1;
  EXPECT_NEAR(wasted_share(changing), wasted_share(constant), halves + one_in_a_million);
}

TEST(ThreadsOfASample, HaveTheirOwnContexts) {
  RecordedRun run({sample("threads"), "3000"});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  EXPECT_EQ(run.file().threads, 5u);
  EXPECT_GT(credit(run.file(), "KILLED_BY"), 0);
}

}  // namespace
