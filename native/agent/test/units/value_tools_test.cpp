// SPDX-License-Identifier: MIT
// Silent stores and redundant loads on the samples with known answers (resources/samples), live.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "common/raw_format.h"
#include "../support/program_symbols.h"
#include "../support/recorded_run.h"

namespace {

// A run's results for the accesses of one function.
struct FunctionAnswer {
  double redundant = 0, changed = 0;  // credit
  double precise = 0, approximate = 0;
  uint64_t traps = 0;
  double ticks = 0;  // clock ticks that fell into it
  double credit() const { return redundant + changed; }
};

struct Answers {
  std::map<std::string, FunctionAnswer> functions;
  RawFile file;

  Answers(const std::string &sample, const std::string &tool, Variables variables = {},
          const std::vector<std::string> &arguments = {}) {
    const std::string path = HAGSTONE_SAMPLES "/" + sample;
    const ProgramSymbols symbols(path);
    variables["HAGSTONE_TOOLS"] = tool;
    std::vector<std::string> command = {path};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const TickedRun ticked(command, variables);
    file = ticked.run.file();
    EXPECT_TRUE(file.sound) << file.complaint;
    EXPECT_GE(file.statistics.at("traps"), 200u);
    for (const PairLine &pair : file.pairs) {
      if (pair.watch.rfind(sample + "+", 0) != 0) continue;
      const uint64_t offset = std::stoull(pair.watch.substr(sample.size() + 1), nullptr, 16);
      FunctionAnswer &answer = functions[symbols.function_at(offset)];
      (pair.relation == "REDUNDANT_WITH" ? answer.redundant : answer.changed) += pair.credit;
      (pair.flags & HAGSTONE_PAIR_APPROXIMATE ? answer.approximate : answer.precise) += pair.credit;
      answer.traps += pair.traps;
    }
    for (uint64_t tick : ticked.ticks) functions[symbols.function_at(tick)].ticks++;
  }

  const FunctionAnswer &of(const std::string &function) {
    EXPECT_TRUE(functions.count(function)) << function;
    return functions[function];
  }

  // Each function's share of the credit equals its share of the clock ticks, within 6 points, for both in `names`.
  void expect_shares_of_ticks(const std::vector<std::string> &names) {
    double credit = 0, ticks = 0;
    for (const std::string &name : names) {
      credit += of(name).credit();
      ticks += of(name).ticks;
    }
    EXPECT_GE(ticks, 500);
    for (const std::string &name : names) EXPECT_NEAR(of(name).credit() / credit, of(name).ticks / ticks, 0.06) << name;
  }
};

// A trap in another function may represent its last access, and the first round has nothing before it.
constexpr double at_edges = 0.02;

void expect_redundant(const FunctionAnswer &answer) {
  EXPECT_GE(answer.traps, 20u);
  EXPECT_LE(answer.changed, at_edges * answer.credit());
}
void expect_changed(const FunctionAnswer &answer) {
  EXPECT_GE(answer.traps, 20u);
  EXPECT_LE(answer.redundant, at_edges * answer.credit());
}
void expect_precise(const FunctionAnswer &answer) { EXPECT_EQ(answer.approximate, 0); }
void expect_approximate(const FunctionAnswer &answer) { EXPECT_LE(answer.precise, at_edges * answer.credit()); }

TEST(SilentStores, RepeatValuesWithinTheToleranceOnly) {
  Answers answers("silent_stores", "silent-stores");
  expect_redundant(answers.of("store_constant"));
  expect_precise(answers.of("store_constant"));
  expect_changed(answers.of("store_alternating"));
  expect_precise(answers.of("store_alternating"));
  for (const char *within : {"store_within", "store_drift"}) {
    expect_redundant(answers.of(within));
    expect_approximate(answers.of(within));
  }
  expect_changed(answers.of("store_beyond"));
  expect_approximate(answers.of("store_beyond"));
  answers.expect_shares_of_ticks({"store_constant", "store_alternating", "store_within", "store_beyond", "store_drift"});
}

TEST(SilentStores, IncludeSpecialValues) {
  Answers answers("special_values", "silent-stores");
  for (const char *redundant : {"store_zeros", "store_nans", "store_x87"}) {
    expect_redundant(answers.of(redundant));
    expect_approximate(answers.of(redundant));
  }
  // Half of each vector is watched, and all of it compared.
  for (const char *changed : {"store_infinities", "store_lanes"}) expect_changed(answers.of(changed));
  expect_approximate(answers.of("store_lanes"));
  answers.expect_shares_of_ticks({"store_zeros", "store_nans", "store_infinities", "store_x87", "store_lanes"});
}

// Each iteration of a string instruction is as likely a sample as another: every other one is silent, and the last is.
TEST(SilentStores, AreSeenInAllIterationsOfARepeatedInstruction) {
  Answers answers("repeated_stores", "silent-stores", {{"HAGSTONE_PERIOD", "250000"}, {"HAGSTONE_MAX_OVERHEAD", "0"}});
  expect_changed(answers.of("mark"));
  const FunctionAnswer &clear = answers.of("clear");
  // A core of half the time finds half of them.
  ASSERT_GE(clear.traps, 50u);
  // 4.9 binomial deviations, and a twentieth for the clock's bias.
  EXPECT_NEAR(clear.redundant / clear.credit(), 0.5, 0.05 + 4.9 * std::sqrt(0.25 / static_cast<double>(clear.traps)));
}

TEST(SilentStores, ToleranceZeroTakesEqualValuesOnly) {
  const std::string path = HAGSTONE_SAMPLES "/silent_stores";
  RecordedRun run({path, "60000"}, {{"HAGSTONE_TOOLS", "silent-stores"}, {"HAGSTONE_TOLERANCE", "0"}});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  double redundant = 0, total = 0;
  for (const PairLine &pair : run.file().pairs) {
    if (!(pair.flags & HAGSTONE_PAIR_APPROXIMATE)) continue;
    total += pair.credit;
    redundant += pair.relation == "REDUNDANT_WITH" ? pair.credit : 0;
  }
  EXPECT_GE(total, 100);
  EXPECT_LE(redundant, at_edges * total);
}

TEST(RedundantLoads, AreSeenInASearchASpillAndModifications) {
  Answers answers("redundant_loads", "redundant-loads");
  for (const char *redundant : {"linear_search", "add_nothing"}) {
    expect_redundant(answers.of(redundant));
    expect_precise(answers.of(redundant));
  }
  for (const char *changed : {"load_changing", "count_up"}) {
    expect_changed(answers.of(changed));
    expect_precise(answers.of(changed));
  }
  EXPECT_GT(answers.of("spilled").redundant, 0);
  EXPECT_GT(answers.of("spilled").changed, 0);
  EXPECT_GT(answers.file.statistics.at("kept_traps"), 0u);
  answers.expect_shares_of_ticks(
      {"linear_search", "load_changing", "count_up", "add_nothing", "spilled", "read_and_count"});
}

// The result of each load instruction of `function`: always the same, or never.
struct Kinds {
  unsigned redundant = 0, changed = 0;  // instructions
};

Kinds kinds_of_loads(const RawFile &file, const ProgramSymbols &symbols, const std::string &function) {
  std::map<uint64_t, FunctionAnswer> loads;
  for (const PairLine &pair : file.pairs) {
    if (pair.watch.rfind("redundant_loads+", 0) != 0) continue;
    const uint64_t offset = std::stoull(pair.watch.substr(pair.watch.find('+') + 1), nullptr, 16);
    if (symbols.function_at(offset) != function) continue;
    (pair.relation == "REDUNDANT_WITH" ? loads[offset].redundant : loads[offset].changed) += pair.credit;
    loads[offset].traps += pair.traps;
  }
  Kinds kinds;
  for (const auto &[offset, answer] : loads) {
    if (answer.traps < 10) continue;
    (answer.redundant > answer.changed ? kinds.redundant : kinds.changed)++;
    EXPECT_LE(std::min(answer.redundant, answer.changed), at_edges * answer.credit())
        << function << ' ' << std::hex << offset;
  }
  return kinds;
}

// Nothing is guessed, also of read-modify-writes, which have changed memory when they trap.
TEST(RedundantLoads, AreAllOrNoneOfOneInstruction) {
  RecordedRun run({HAGSTONE_SAMPLES "/redundant_loads"}, {{"HAGSTONE_TOOLS", "redundant-loads"}});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  const ProgramSymbols symbols(HAGSTONE_SAMPLES "/redundant_loads");
  const Kinds spilled = kinds_of_loads(run.file(), symbols, "spilled");
  EXPECT_GE(spilled.redundant, 1u);
  EXPECT_GE(spilled.changed, 1u);
  const Kinds counted = kinds_of_loads(run.file(), symbols, "read_and_count");
  EXPECT_EQ(counted.redundant, 1u) << "the plain load";
  EXPECT_EQ(counted.changed, 1u) << "the read-modify-write's";
}

TEST(RedundantLoads, AreSeenInAnInlinedCallee) {
  Answers answers("inlined_reload", "redundant-loads", {}, {"8000"});
  expect_redundant(answers.of("_ZL4fillR6Bufferc"));
  expect_precise(answers.of("_ZL4fillR6Bufferc"));
}

#ifdef HAGSTONE_FORTRAN_SAMPLES
TEST(ValueTools, SeeAConvergedRelaxation) {
  Answers stores("relaxation", "silent-stores");
  expect_redundant(stores.of("__heat_MOD_relax"));
  expect_approximate(stores.of("__heat_MOD_relax"));
  Answers loads("relaxation", "redundant-loads");
  expect_redundant(loads.of("__heat_MOD_relax"));
  expect_approximate(loads.of("__heat_MOD_relax"));
}
#endif

// One instruction touches several watched places, of which some wait for stores only (native-anchors 7, 5 and 6):
// silent stores must not take a load for one, and redundant loads no store.
TEST(ValueTools, KeepLoadsAndStoresApartWhereOneInstructionTouchesSeveralPlaces) {
  const std::string path = HAGSTONE_TARGETS "/neighbours";
  RecordedRun run({path}, {{"HAGSTONE_TOOLS", "dead-stores,silent-stores,redundant-loads"}});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  const ProgramSymbols symbols(path);
  const auto function = [&](const std::string &place) {
    return place.rfind("neighbours+", 0) == 0 ? symbols.function_at(std::stoull(place.substr(11), nullptr, 16)) : "";
  };
  std::map<unsigned, double> credit;
  for (const PairLine &pair : run.file().pairs) {
    const std::string watch = function(pair.watch), trap = function(pair.trap);
    if (watch != "write_vectors" && watch != "read_vectors") continue;
    if (trap != "write_vectors" && trap != "read_vectors") continue;
    credit[pair.tool] += pair.credit;
    const std::string expected_watch = pair.tool == HAGSTONE_TOOL_REDUNDANT_LOADS ? "read_vectors" : "write_vectors";
    const std::string expected_trap = pair.tool == HAGSTONE_TOOL_SILENT_STORES ? "write_vectors" : "read_vectors";
    EXPECT_EQ(watch, expected_watch) << pair.tool;
    EXPECT_EQ(trap, expected_trap) << pair.tool;
    EXPECT_EQ(pair.relation, pair.tool == HAGSTONE_TOOL_DEAD_STORES ? "USED_BY" : "CHANGED_BY") << pair.tool;
  }
  for (unsigned tool : {HAGSTONE_TOOL_DEAD_STORES, HAGSTONE_TOOL_SILENT_STORES, HAGSTONE_TOOL_REDUNDANT_LOADS})
    EXPECT_GT(credit[tool], 20) << tool;
  EXPECT_GT(run.file().statistics.at("kept_traps"), 0u);
}

// Watched in parts of 4 bytes, compared whole (native-anchors 7, 3); half the parts are the same.
TEST(SilentStores, CompareUnalignedDoublesWhole) {
  const std::string path = HAGSTONE_TARGETS "/neighbours";
  RecordedRun run({path}, {{"HAGSTONE_TOOLS", "silent-stores"}});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  const ProgramSymbols symbols(path);
  double redundant = 0, total = 0;
  for (const PairLine &pair : run.file().pairs) {
    if (pair.watch.rfind("neighbours+", 0) != 0 || pair.watch != pair.trap) continue;
    if (symbols.function_at(std::stoull(pair.watch.substr(11), nullptr, 16)) != "store_unaligned") continue;
    EXPECT_TRUE(pair.flags & HAGSTONE_PAIR_APPROXIMATE);
    (pair.relation == "REDUNDANT_WITH" ? redundant : total) += pair.credit;
  }
  total += redundant;
  EXPECT_GT(total, 50);
  EXPECT_EQ(redundant, 0);
}

// The value that an exchange loads is gone from memory when it traps.
TEST(RedundantLoads, AreDecidedForAnExchangeByItsRegister) {
  const std::string path = HAGSTONE_TARGETS "/neighbours";
  RecordedRun run({path}, {{"HAGSTONE_TOOLS", "redundant-loads"}});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  const ProgramSymbols symbols(path);
  double redundant = 0, total = 0;
  for (const PairLine &pair : run.file().pairs) {
    if (pair.watch != pair.trap || pair.trap.rfind("neighbours+", 0) != 0) continue;
    if (symbols.function_at(std::stoull(pair.trap.substr(11), nullptr, 16)) != "exchange") continue;
    total += pair.credit;
    redundant += pair.relation == "REDUNDANT_WITH" ? pair.credit : 0;
  }
  ASSERT_GT(total, 20);
  EXPECT_EQ(redundant, 0) << "the two values take turns";
  EXPECT_EQ(run.file().statistics.at("dropped_value_unreadable"), 0u);
}

// Several tools in one run give the same results as each alone, and each gets its share of the samples.
TEST(ValueTools, AgreeTogetherInOneRun) {
  Answers answers("silent_stores", "dead-stores,silent-stores,redundant-loads");
  std::map<unsigned, double> credit;
  for (const PairLine &pair : answers.file.pairs)
    if (pair.watch.rfind("silent_stores+", 0) == 0) {
      credit[pair.tool] += pair.credit;
      if (pair.tool == HAGSTONE_TOOL_DEAD_STORES && pair.watch == pair.trap) {
        EXPECT_EQ(pair.relation, "KILLED_BY");
      }
    }
  const double stores = credit[HAGSTONE_TOOL_DEAD_STORES] + credit[HAGSTONE_TOOL_SILENT_STORES];
  ASSERT_GE(stores, 200);
  EXPECT_NEAR(credit[HAGSTONE_TOOL_DEAD_STORES] / stores, 0.5, 4.9 * std::sqrt(0.25 / stores));  // binomial, 10^-6
  EXPECT_EQ(answers.file.header.at("tools"),
            std::to_string(1u << HAGSTONE_TOOL_DEAD_STORES | 1u << HAGSTONE_TOOL_SILENT_STORES |
                           1u << HAGSTONE_TOOL_REDUNDANT_LOADS));
}

TEST(ValueTools, UnknownToolsAreRefused) {
  for (const char *tools : {"dead-store", "", "dead-stores,", "dead-stores,dead-stores"}) {
    RecordedRun run({HAGSTONE_SAMPLES "/four_pairs", "1"}, {{"HAGSTONE_TOOLS", tools}});
    ASSERT_EQ(run.files().size(), 1u);
    EXPECT_EQ(run.file().header.at("failure"), "1") << tools;
    EXPECT_EQ(run.outcome().status, 0);
  }
}

}  // namespace
