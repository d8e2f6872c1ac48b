// SPDX-License-Identifier: GPL-2.0-or-later
//
// Pairs that are counted side by side in the recording, of more than fit into one extent: where the program forks, and
// where the recording cannot grow.
#include <gtest/gtest.h>

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "engine_run.h"
#include "tree_pairs.h"

namespace hagstone::exhaustive::testing {
namespace {

const std::vector<uint32_t> tools = {HAGSTONE_TOOL_DEAD_STORES, HAGSTONE_TOOL_SILENT_STORES, HAGSTONE_TOOL_REDUNDANT_LOADS};
const std::string measure = "--measure=dead-stores,silent-stores,redundant-loads";

class CountedPairs : public ::testing::TestWithParam<const char *> {};

TEST_P(CountedPairs, AreThoseOfEachProcessAfterAFork) {
  const std::string program = HAGSTONE_ENGINE_PROGRAMS "/engine_forked_trees";
  const EngineRun result = run_below_engine(program, {measure, GetParam()});
  EXPECT_EQ(result.outcome, run({program}));
  ASSERT_EQ(result.processes.size(), 2u);
  const TreeCaller known = {"known", 1}, fresh = {"fresh", 1};
  const TreePairs truth[] = {true_tree_pairs({{known, 5}, {fresh, 2}}), true_tree_pairs({{known, 1}, {fresh, 4}})};
  for (size_t process = 0; process < 2; process++) {
    const RawFile &file = result.processes[process].file;
    EXPECT_EQ(file.header.state, uint32_t{HAGSTONE_STATE_FINISHED});
    // One tree's pairs of the three tools fill more than six extents.
    EXPECT_GT(file.of(HAGSTONE_RECORD_PAIR_COUNTS).size(), 12u);
    auto pairs = recorded_tree_pairs(file, program);
    for (const uint32_t tool : tools) {
      EXPECT_EQ(more_than(pairs[tool], truth[process]), "") << "too many of tool " << tool << " in process " << process;
      EXPECT_EQ(more_than(truth[process], pairs[tool]), "") << "too few of tool " << tool << " in process " << process;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, CountedPairs, ::testing::Values("--generic=no", "--generic=yes"),
                         [](const auto &each) { return each.index == 0 ? "fast" : "plain"; });

// The expected recording of a program whose recording could no longer grow.
void expect_undisturbed() {
  const std::string program = HAGSTONE_ENGINE_PROGRAMS "/engine_growing_trees", levels = "2";
  const EngineRun result = run_below_engine(program, {measure}, {levels});
  EXPECT_EQ(result.outcome, run({program, levels}));
  ASSERT_EQ(result.processes.size(), 1u);
  const RawFile &file = result.processes[0].file;
  EXPECT_EQ(file.header.state, uint32_t{HAGSTONE_STATE_OUT_OF_SPACE});
  EXPECT_GT(file.of(HAGSTONE_RECORD_PAIR_COUNTS).size(), 2u);
  std::vector<Trees> trees;
  for (uint32_t level = 1; level <= 2; level++) trees.push_back({{"deeper", level}, 60});
  const TreePairs truth = true_tree_pairs(trees);
  auto pairs = recorded_tree_pairs(file, program);
  for (const uint32_t tool : tools) {
    // The tool that gets the room depends on when counts are brought in: every 2 s, however far the program is by then.
    EXPECT_GT(pairs[tool].size(), 500u) << "of tool " << tool;
    EXPECT_EQ(more_than(pairs[tool], truth), "") << "too many of tool " << tool;
  }
}

TEST(RecordingThatCannotGrow, EndsAtTheLimitOfFileSizesAndLeavesItsProgramAlone) {
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  // About every ninth extent holds counts of pairs: running out of room must hit one of those, too.
  for (rlim_t extents = 128; extents < 140; extents++) {
    SCOPED_TRACE(extents);
    const rlimit limit = {HAGSTONE_HEADER_SIZE + extents * HAGSTONE_EXTENT_SIZE, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    expect_undisturbed();
    setrlimit(RLIMIT_FSIZE, &before);
  }
}

// In a child, which has mount points of its own. 77: it may not have them.
int run_on_small_disk(const std::string &directory) {
  const bool root = geteuid() == 0;
  if (unshare(CLONE_NEWNS | (root ? 0 : CLONE_NEWUSER)) != 0 ||
      mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      mount("tmpfs", directory.c_str(), "tmpfs", 0, "size=2m") != 0)
    return 77;
  setenv("TMPDIR", directory.c_str(), 1);
  expect_undisturbed();
  return ::testing::Test::HasFailure() ? 1 : 0;
}

TEST(RecordingThatCannotGrow, EndsOnAFullDiskAndLeavesItsProgramAlone) {
  std::string directory = (std::filesystem::temp_directory_path() / "hagstone-disk-XXXXXX").string();
  ASSERT_NE(mkdtemp(directory.data()), nullptr);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(run_on_small_disk(directory));
  int status = 0;
  waitpid(child, &status, 0);
  std::filesystem::remove_all(directory);
  ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "may not mount a small disk here";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
