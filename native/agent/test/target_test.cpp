// SPDX-License-Identifier: MIT
// The target must not notice: the same output and exit status as without the agent, with both transports, whatever it
// does with threads, processes, signals, stacks, libraries and descriptors.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <set>

#include "common/agent_environment.h"
#include "common/raw_format.h"
#include "support/recorded_run.h"

namespace {

std::string target(const std::string &name) { return HAGSTONE_TARGETS "/" + name; }

void expect_sound(const RecordedRun &run) {
  ASSERT_FALSE(run.files().empty());
  for (const RawFile &file : run.files()) {
    EXPECT_TRUE(file.sound) << file.complaint;
    EXPECT_EQ(file.header.at("failure"), "0");  // enum hagstone_failure
  }
}

// Contexts of a thread that end before its root; `thread`: its number in the recording.
unsigned partial_contexts(const RawFile &file, unsigned thread) {
  std::set<std::pair<unsigned, unsigned>> of_thread;  // writer, id
  unsigned partial = 0;
  for (const std::string &line : file.contexts) {
    unsigned writer, id, parent, module, flags;
    uint64_t offset;
    EXPECT_EQ(sscanf(line.c_str(), "context writer=%u id=%u parent=%u module=%u flags=%u offset=%" SCNx64, &writer, &id,
                     &parent, &module, &flags, &offset),
              6);
    const bool is_root = module == HAGSTONE_MODULE_THREAD_ROOT && offset == thread;
    if (!is_root && !of_thread.count({writer, parent})) continue;
    of_thread.insert({writer, id});
    partial += (flags & HAGSTONE_CONTEXT_PARTIAL) != 0;
  }
  return partial;
}

class Target : public testing::TestWithParam<const char *> {
 protected:
  Variables transport() const { return {{"HAGSTONE_TRANSPORT", GetParam()}}; }

  // The tracer's clock runs out at the kernel's ticks only.
  uint64_t many() const { return GetParam() == std::string("tracer") ? 5 : 100; }

  // Returns the files so that a test can say more about them.
  std::vector<RawFile> expect_unchanged(const std::vector<std::string> &command) {
    Outcome plain = run_plainly(command);
    RecordedRun run(command, transport());
    EXPECT_EQ(run.outcome(), plain);
    expect_sound(run);
    return run.files();
  }
};

INSTANTIATE_TEST_SUITE_P(Transports, Target, testing::Values("sigtrap", "async", "tracer"),
                         [](const auto &info) { return std::string(info.param); });

TEST_P(Target, EndsAsItDoesAlone) {
  for (const char *way : {"return", "exit", "_exit", "quick_exit", "pthread_exit"}) {
    std::vector<RawFile> files = expect_unchanged({target("endings"), way});
    EXPECT_EQ(files.front().header["state"], "2") << way;
    EXPECT_GT(files.front().statistics["traps"], 0u) << way;
  }
  for (const char *way : {"abort", "crash", "raise", "int3", "ignored_int3", "kill"}) {
    std::vector<RawFile> files = expect_unchanged({target("endings"), way});
    EXPECT_EQ(files.front().header["state"], "1") << way;
    EXPECT_GT(files.front().statistics["traps"], 0u) << way;
  }
}

TEST_P(Target, GoesOnWithoutItsFirstThread) {
  RawFile file = expect_unchanged({target("endings"), "first_thread"}).front();
  EXPECT_GT(file.statistics["traps"], 0u);
  // The first one itself ends in libgcc's unwinder, which libc has just loaded without a word.
  EXPECT_EQ(partial_contexts(file, 2), 0u);
}

TEST_P(Target, Executes) {
  std::vector<RawFile> files = expect_unchanged({target("endings"), "exec"});
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(std::set<std::string>({files[0].header["state"], files[1].header["state"]}), std::set<std::string>({"2", "3"}));
  EXPECT_EQ(expect_unchanged({target("endings"), "failed_exec"}).front().header["state"], "2");
}

TEST_P(Target, StartsAndEndsAHundredThreads) {
  RawFile file = expect_unchanged({target("many_threads")}).front();
  EXPECT_EQ(file.threads, 101u);
  EXPECT_EQ(file.thread_ends, 101u);
  EXPECT_EQ(file.statistics["threads_unwatched"], 0u);
  EXPECT_GT(file.statistics["traps"], 0u);
}

// A hundred threads of 4 ms, none of which lives for a period.
TEST(ShortThreads, AreSampledAsOftenAsOthers) {
  RecordedRun run({target("many_threads")}, {{"HAGSTONE_PERIOD", "40000000"}, {"HAGSTONE_SEED", "1"}});
  EXPECT_GT(run.file().statistics.at("samples"), 1u);
}

TEST_P(Target, StartsProcesses) {
  std::vector<RawFile> files = expect_unchanged({target("processes")});
  // Itself, two forks, three shells.
  EXPECT_EQ(files.size(), 6u);
  std::set<std::string> seeds;
  for (RawFile &file : files) seeds.insert(file.header["seed"]);
  // The shells begin with the seed that was given, like the first process; the forks each have their own.
  EXPECT_EQ(seeds.size(), 3u);
}

TEST_P(Target, UsesTheSameSignal) {
  RawFile file = expect_unchanged({target("own_signals")}).front();
  EXPECT_GT(file.statistics["foreign_signals"], 0u);
  EXPECT_GT(file.statistics["traps"], many());
}

TEST_P(Target, ThrowsAndJumps) { expect_unchanged({target("jumps")}); }

TEST_P(Target, LoadsAndUnloadsLibraries) {
  // With async the kernel takes 30 ms for each thread, so fewer of them begin beside as many loads.
  const std::string rounds = GetParam() == std::string("async") ? "15" : "100";
  RawFile file = expect_unchanged({target("plugins"), target("plugins_dir/libplugin.so"), "libplugin.so", rounds}).front();
  bool plugin_seen = false;
  for (const PairLine &pair : file.pairs) plugin_seen = plugin_seen || pair.watch.rfind("libplugin.so+", 0) == 0;
  EXPECT_TRUE(plugin_seen);
}

TEST_P(Target, ClosesAllDescriptors) {
  RawFile file = expect_unchanged({target("descriptors")}).front();
  EXPECT_GT(file.statistics["traps"], many());
}

TEST_P(Target, LowersItsLimitOfDescriptors) {
  std::string limited = "ulimit -n 40; (:); " + target("many_threads") + "; exit 3";
  // Bash, its subshell, and its other fork, which becomes the last program.
  EXPECT_EQ(expect_unchanged({"/bin/bash", "-c", limited}).size(), 4u);
}

TEST_P(Target, ConfinesItself) {
  for (const char *function : {"prctl", "syscall prctl", "syscall seccomp"}) {
    RawFile file = expect_unchanged({target("sandbox"), function}).front();
    EXPECT_EQ(file.header["state"], "2") << function;
    EXPECT_GT(file.statistics["traps"], 0u) << function;
  }
}

TEST(Children, AreLeftAloneIfNotFollowed) {
  RecordedRun run({target("processes")}, {{"HAGSTONE_FOLLOW", "none"}});
  EXPECT_EQ(run.files().size(), 1u);
  EXPECT_EQ(run.outcome(), run_plainly({target("processes")}));
}

TEST(Configuration, StopsOnlyTheRecordingIfItCannotBeRead) {
  RecordedRun run({target("endings"), "return"}, {{"HAGSTONE_PERIOD", "soon"}});
  EXPECT_EQ(WEXITSTATUS(run.outcome().status), 7);
  EXPECT_EQ(run.file().header.at("state"), "5");
  EXPECT_EQ(run.file().header.at("failure"), "1");
}

TEST(Configuration, GoProgramsAreLeftAlone) {
  RecordedRun run({target("go_note")});
  EXPECT_EQ(WEXITSTATUS(run.outcome().status), 6);
  EXPECT_EQ(run.file().header.at("state"), "5");
  EXPECT_EQ(run.file().header.at("failure"), "9");
}

TEST(Supervision, TracersSeeNoSignalsOfTheAgent) {
  RecordedRun run({target("traced"), target("endings"), "return"});
  EXPECT_EQ(run.outcome(), run_plainly({target("traced"), target("endings"), "return"}));
  std::multiset<std::string> failures;
  for (const RawFile &file : run.files()) failures.insert(file.header.at("failure"));
  EXPECT_EQ(failures, std::multiset<std::string>({"0", "0", "10"}));  // itself, its fork, the traced program
}

TEST(Supervision, ValgrindIsLeftAlone) {
  std::vector<std::string> command = {"/usr/bin/valgrind", "-q", "--tool=none", target("endings"), "return"};
  if (access(command.front().c_str(), X_OK) != 0) GTEST_SKIP() << "Valgrind is not installed";
  EXPECT_EQ(RecordedRun(command).outcome(), run_plainly(command));
}

TEST(Supervision, NothingTicksWhenLeakSanitizerChecks) {
  const std::vector<std::string> command = {target("leak_check")};
  const Outcome plain = run_plainly(command);
  for (const char *transport : {"sigtrap", "async"}) {
    RecordedRun run(command, {{"HAGSTONE_TRANSPORT", transport}});
    EXPECT_EQ(run.outcome(), plain) << transport;
    expect_sound(run);
    EXPECT_EQ(run.file().header.at("state"), "2");
    EXPECT_EQ(run.file().threads, 2u);
    EXPECT_GT(run.file().statistics.at("traps"), 0u);
  }
}

TEST(Recording, SurvivesSigkill) {
  constexpr uint64_t traps = 50;
  RecordedRun run({HAGSTONE_SAMPLES "/four_pairs", "1000000"}, {},
                  {SIGKILL, [](const RawFile &file) { return file.statistics.at("traps") >= traps; }});
  EXPECT_EQ(run.outcome().status, SIGKILL);
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  EXPECT_EQ(run.file().header.at("state"), "1");
  EXPECT_GE(run.file().statistics.at("traps"), traps);
  uint64_t in_pairs = 0;
  for (const PairLine &pair : run.file().pairs) in_pairs += pair.traps;
  EXPECT_NEAR(static_cast<double>(in_pairs), static_cast<double>(run.file().statistics.at("traps")), 1);
}

// Room for the header and a few extents only.
TEST(Recording, EndsWithoutSpaceButTheTargetGoesOn) {
  std::string limited = "ulimit -f 80; exec " HAGSTONE_SAMPLES "/threads 1000";
  Outcome plain = run_plainly({"/bin/bash", "-c", limited});
  RecordedRun run({"/bin/bash", "-c", limited}, {{"HAGSTONE_PERIOD", "100000"}});
  EXPECT_EQ(run.outcome(), plain);
  ASSERT_FALSE(run.files().empty());
  bool ended = false;
  for (const RawFile &file : run.files()) {
    const bool has_ended = file.header.at("state") == std::to_string(HAGSTONE_STATE_OUT_OF_SPACE);
    EXPECT_TRUE(file.sound) << file.complaint;
    EXPECT_EQ(file.header.at("failure"),
              std::to_string(has_ended ? HAGSTONE_FAILURE_file_size_limit : HAGSTONE_FAILURE_none));
    ended = ended || has_ended;
  }
  EXPECT_TRUE(ended);
}

TEST(Contexts, AreCutAtTheRootInDeepRecursion) {
  RecordedRun run({HAGSTONE_SAMPLES "/recursion", "8000"}, {{"HAGSTONE_DEPTH_CAP", "256"}});
  expect_sound(run);
  EXPECT_GT(run.file().statistics.at("contexts_truncated"), 0u);
  EXPECT_GE(run.file().statistics.at("contexts"), run.file().statistics.at("contexts_truncated"));
  EXPECT_EQ(run.file().statistics.at("contexts_partial"), 0u);
  EXPECT_LE(run.file().contexts.size(), 4000u);
  bool marked = false;
  for (const std::string &line : run.file().contexts) {
    auto at = line.find("flags=");
    marked = marked || (std::stoul(line.substr(at + 6)) & 2u);
  }
  EXPECT_TRUE(marked);
}

}  // namespace
