// SPDX-License-Identifier: MIT
// Static programs that the agent is linked into record as others do that it is preloaded into, and are as they were
// without a recording.
#include <gtest/gtest.h>

#include <set>

#include "support/program_symbols.h"
#include "support/recorded_run.h"

namespace {

// libc is in the same file and may be sampled: expectations are about single functions.
std::string linked_in(const std::string &sample) { return HAGSTONE_TARGETS "/linked_in_" + sample; }

// The offset in "module+offset".
uint64_t offset_of(const std::string &place) { return std::stoull(place.substr(place.rfind('+') + 1), nullptr, 16); }

class LinkedIn : public testing::TestWithParam<const char *> {};

INSTANTIATE_TEST_SUITE_P(Transports, LinkedIn, testing::Values("auto", "tracer"),
                         [](const auto &info) { return std::string(info.param); });

TEST_P(LinkedIn, FourPairsAreAllDead) {
  const std::vector<std::string> command = {linked_in("four_pairs"), "8000"};
  RecordedRun run(command, {{"HAGSTONE_TRANSPORT", GetParam()}});
  EXPECT_EQ(run.outcome(), run_plainly(command));
  ASSERT_EQ(run.files().size(), 1u);
  RawFile file = run.file();
  EXPECT_TRUE(file.sound) << file.complaint;
  EXPECT_EQ(file.header["state"], "2");
  const ProgramSymbols symbols(command.front());
  std::set<std::string> killed;
  for (const PairLine &pair : file.pairs) {
    if (symbols.function_at(offset_of(pair.watch)) != "one_round") continue;
    EXPECT_EQ(pair.relation, "KILLED_BY");
    killed.insert(pair.watch);
  }
  EXPECT_EQ(killed.size(), 4u);
  EXPECT_EQ(file.statistics["contexts_partial"], 0u);
  EXPECT_EQ(file.statistics["frames_by_frame_pointer"], 0u);
}

TEST_P(LinkedIn, ThreadsAreWatched) {
  const std::vector<std::string> command = {linked_in("threads"), "1500"};
  RecordedRun run(command, {{"HAGSTONE_TRANSPORT", GetParam()}});
  EXPECT_EQ(run.outcome(), run_plainly(command));
  ASSERT_EQ(run.files().size(), 1u);
  RawFile file = run.file();
  EXPECT_EQ(file.threads, 5u);
  EXPECT_EQ(file.thread_ends, 5u);
  const ProgramSymbols symbols(command.front());
  std::set<std::string> killed;
  for (const PairLine &pair : file.pairs)
    if (pair.relation == "KILLED_BY" && symbols.function_at(offset_of(pair.watch)) == "waste") killed.insert(pair.watch);
  EXPECT_EQ(killed.size(), 1u);
}

}  // namespace
