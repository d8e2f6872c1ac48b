// SPDX-License-Identifier: MIT
// Memory that ends while it is watched: its next owner does not overwrite or read the old content.
#include <gtest/gtest.h>

#include <cmath>

#include "common/raw_format.h"
#include "support/program_symbols.h"
#include "support/recorded_run.h"

namespace {

// The offset in "module+offset".
uint64_t offset_of(const std::string &place) { return std::stoull(place.substr(place.rfind('+') + 1), nullptr, 16); }

struct Credits {
  double waste = 0, use = 0;
  double fraction() const { return waste / (waste + use); }
};

// Counts the program's own functions except main, whose calls store return addresses. `function`: only this one; `tool`:
// only this one, 0 for all.
Credits credits(const RawFile &file, const std::string &program, const std::string &function = "", unsigned tool = 0) {
  const ProgramSymbols symbols(program);
  const std::string name = program.substr(program.rfind('/') + 1) + "+";
  Credits sums;
  for (const PairLine &pair : file.pairs) {
    if (pair.watch.rfind(name, 0) != 0 || (tool != 0 && pair.tool != tool)) continue;
    const std::string stores = symbols.function_at(offset_of(pair.watch));
    if (stores == "main" || (!function.empty() && stores != function)) continue;
    (pair.relation == "KILLED_BY" || pair.relation == "REDUNDANT_WITH" ? sums.waste : sums.use) += pair.credit;
  }
  return sums;
}

class FreedMemory : public testing::TestWithParam<const char *> {
 protected:
  Variables dense(const std::string &tool) {
    return {{"HAGSTONE_TRANSPORT", GetParam()},
            {"HAGSTONE_TOOLS", tool},
            {"HAGSTONE_PERIOD", "250000"},
            {"HAGSTONE_MAX_OVERHEAD", "0"}};
  }
  // A tracer's clock ticks a hundred to a thousand times a second, regardless of the period.
  bool ticks_seldom() const { return std::string(GetParam()) == "tracer"; }
  std::string rounds(long perf) const { return std::to_string(ticks_seldom() ? perf * 4 : perf); }
  uint64_t at_least(uint64_t perf) const { return ticks_seldom() ? perf / 20 : perf; }

  // `way`: of ends_of_memory.c.
  void expect_its_end_is_seen(const std::string &way, long count) {
    SCOPED_TRACE(way);
    const std::string program = HAGSTONE_TARGETS "/ends_of_memory";
    const std::vector<std::string> command = {program, way, rounds(count)};
    RecordedRun run(command, dense("dead-stores"));
    EXPECT_EQ(run.outcome(), run_plainly(command));
    ASSERT_EQ(run.files().size(), 1u);
    ASSERT_TRUE(run.file().sound) << run.file().complaint;
    EXPECT_GE(run.file().statistics.at("freed") + run.file().statistics.at("traps"), at_least(20));
    // A register that gets its sample late, after the block is gone, waits for the next owner.
    EXPECT_LE(credits(run.file(), program, "fill").waste, 0.05 * static_cast<double>(run.file().statistics.at("samples")));
  }
};

INSTANTIATE_TEST_SUITE_P(Transports, FreedMemory, testing::Values("auto", "tracer"),
                         [](const auto &info) { return std::string(info.param); });

// According to the sample's source; without the ends of its blocks 67 %, 11 % and 50 % (freed_blocks.c).
TEST_P(FreedMemory, IsNeitherWasteNorUse) {
  const struct {
    unsigned tool;
    double fraction;
  } answers[] = {{HAGSTONE_TOOL_DEAD_STORES, 0.25}, {HAGSTONE_TOOL_SILENT_STORES, 1}, {HAGSTONE_TOOL_REDUNDANT_LOADS, 1}};
  const std::string program = HAGSTONE_SAMPLES "/freed_blocks";
  RecordedRun run({program, rounds(2000000)}, dense("dead-stores,silent-stores,redundant-loads"));
  ASSERT_EQ(run.files().size(), 1u) << run.outcome();
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  EXPECT_GE(run.file().statistics.at("freed"), at_least(100));
  for (const auto &answer : answers) {
    const Credits found = credits(run.file(), program, "", answer.tool);
    double traps = 0;
    for (const PairLine &pair : run.file().pairs) traps += pair.tool == answer.tool ? static_cast<double>(pair.traps) : 0;
    // A core at half the time finds half of them: enough for the bound below, which separates 25 % from 67 % with 60.
    EXPECT_GE(traps, at_least(60)) << answer.tool;
    // 4.9 binomial deviations, and a twentieth for the clock's bias.
    EXPECT_NEAR(found.fraction(), answer.fraction, 0.05 + 4.9 * std::sqrt(answer.fraction * (1 - answer.fraction) / traps))
        << answer.tool;
  }
}

TEST_P(FreedMemory, EndsInEveryWay) {
  expect_its_end_is_seen("free", 300000);
  expect_its_end_is_seen("realloc", 250000);
  expect_its_end_is_seen("moved", 100000);
  expect_its_end_is_seen("munmap", 30000);
}

TEST_P(FreedMemory, EndsInAnotherThread) { expect_its_end_is_seen("thread", 100000); }

// Its reuses are in the same round; the memory it frees is never reused.
TEST_P(FreedMemory, IsNotReused) {
  const std::string program = HAGSTONE_TARGETS "/ends_of_memory";
  RecordedRun run({program, "free", rounds(300000)}, dense("reuse-distance"));
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  unsigned freed = 0;
  for (const ReuseLine &reuse : run.file().reuses) freed += reuse.credit == 0 && reuse.flags & 4;
  EXPECT_EQ(freed, run.file().statistics.at("freed"));
  EXPECT_GE(freed, at_least(20));
  EXPECT_LE(credits(run.file(), program, "fill").use, 0.05 * static_cast<double>(run.file().statistics.at("samples")));
}

TEST_P(FreedMemory, GoesOnInAnAllocatorOfTheProgram) {
  const std::vector<std::string> command = {HAGSTONE_TARGETS "/own_allocator"};
  RecordedRun run(command, dense("dead-stores"));
  EXPECT_EQ(run.outcome(), run_plainly(command));
  EXPECT_TRUE(run.file().sound) << run.file().complaint;
}

}  // namespace
