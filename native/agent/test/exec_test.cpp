// SPDX-License-Identifier: MIT
// Programs that are executed with an environment of their own are recorded too, and notice it as little as others.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "support/recorded_run.h"

namespace {

const std::string executions = HAGSTONE_TARGETS "/executions";

// Runs `command` with and without recording; returns the recordings of the program that it executes.
std::vector<RawFile> recordings_of_executed(const std::vector<std::string> &command,
                                            const std::string &program = "/executions", Variables variables = {}) {
  RecordedRun run(command, std::move(variables));
  EXPECT_EQ(run.outcome(), run_plainly(command));
  std::vector<RawFile> executed;
  for (const RawFile &file : run.files()) {
    EXPECT_TRUE(file.sound) << file.complaint;
    const std::string &path = file.header.at("executable");
    const bool matches = path.size() >= program.size() && path.ends_with(program);
    if (matches) executed.push_back(file);
  }
  return executed;
}

void expect_sampled(const RawFile &file) {
  EXPECT_EQ(file.header.at("failure"), "0");
  EXPECT_GT(file.statistics.at("traps"), 0u);
}

class Executed : public testing::TestWithParam<const char *> {};

INSTANTIATE_TEST_SUITE_P(Ways, Executed,
                         testing::Values("execve", "execle", "execvpe", "fexecve", "execveat", "system call",
                                         "no environment", "cleared", "posix_spawn", "posix_spawnp", "vfork", "fork"),
                         [](const auto &info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

TEST_P(Executed, IsRecordedWithAnEnvironmentOfItsOwn) {
  std::vector<RawFile> files = recordings_of_executed({executions, GetParam()});
  ASSERT_GE(files.size(), 2u);
  expect_sampled(files.back());
}

TEST(Environment, MayBeLarge) {
  EXPECT_EQ(recordings_of_executed({executions, "large"}).size(), 2u);
  // The kernel takes no more: the program runs without the agent, as it would alone.
  EXPECT_EQ(
      recordings_of_executed({executions, "without room"}, "/executions", {{"HAGSTONE_PADDING", std::string(4096, 'x')}})
          .size(),
      1u);
}

TEST(Environment, IsLeftAloneIfItsRecordingIsEmpty) {
  EXPECT_EQ(recordings_of_executed({executions, "left alone"}).size(), 1u);
}

TEST(Environment, IsPassedOnUnchangedIfChildrenAreNotFollowed) {
  EXPECT_EQ(recordings_of_executed({executions, "vfork"}, "/executions", {{"HAGSTONE_FOLLOW", "none"}}).size(), 1u);
}

struct Starter {
  const char *name;
  std::vector<std::string> command;  // before the program
};

std::ostream &operator<<(std::ostream &stream, const Starter &starter) { return stream << starter.name; }

class StartedBy : public testing::TestWithParam<Starter> {};

INSTANTIATE_TEST_SUITE_P(
    Programs, StartedBy,
    testing::Values(Starter{"env", {"/usr/bin/env", "-i"}}, Starter{"setpriv", {"/usr/bin/setpriv", "--reset-env"}},
                    Starter{"runuser", {"/usr/sbin/runuser", "-u", "root", "--"}}, Starter{"sudo", {"/usr/bin/sudo", "-n"}},
                    // "-" gives the shell an environment of its own.
                    Starter{"su", {"/usr/bin/su", "root", "-s", "/bin/sh", "-c", "exec \"$0\" \"$@\"", "--"}},
                    Starter{"su_login", {"/usr/bin/su", "-", "root", "-s", "/bin/sh", "-c", "exec \"$0\" \"$@\"", "--"}},
                    Starter{"python",
                            {"/usr/bin/python3", "-c",
                             "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:], env={}).returncode)"}},
                    Starter{"perl", {"/usr/bin/perl", "-e", "%ENV = (); exit(system(@ARGV) >> 8)"}},
                    Starter{"shell", {"/bin/sh", "-c", "unset LD_PRELOAD; \"$@\"", "sh"}},
                    Starter{"bash", {"/bin/bash", "-c", "unset LD_PRELOAD HAGSTONE_RECORDING; exec \"$@\"", "bash"}}),
    [](const auto &info) { return std::string(info.param.name); });

TEST_P(StartedBy, IsRecorded) {
  std::vector<std::string> command = GetParam().command;
  if (access(command.front().c_str(), X_OK) != 0) GTEST_SKIP() << command.front() << " is not installed";
  if (std::string(GetParam().name).starts_with("su") && geteuid() != 0)
    GTEST_SKIP() << "set-user-ID programs drop the agent";
  command.insert(command.end(), {executions, "work"});
  std::vector<RawFile> files = recordings_of_executed(command);
  ASSERT_EQ(files.size(), 1u);
  expect_sampled(files.front());
}

class Allocator : public testing::TestWithParam<const char *> {};

INSTANTIATE_TEST_SUITE_P(Preloaded, Allocator,
                         testing::Values("libjemalloc.so.2", "libtcmalloc_minimal.so.4", "libmimalloc.so.2"),
                         [](const auto &info) {
                           std::string name = info.param;
                           return name.substr(0, name.find('.'));
                         });

TEST_P(Allocator, IsPreloadedBesideTheAgent) {
  const std::string library = GetParam();
  const std::string quoted = "LD_PRELOAD=" + library;
  const std::string loaded = "loaded: " + library.substr(0, library.find('.'));
  if (run_plainly({"/usr/bin/env", quoted, executions, "work"}).output.find(loaded) == std::string::npos)
    GTEST_SKIP() << library << " is not installed";
  for (const std::vector<std::string> &command : std::vector<std::vector<std::string>>{
           {"/usr/bin/env", quoted, executions, "work"},
           {"/bin/sh", "-c", quoted + " exec \"$@\"", "sh", executions, "work"},
           {"/bin/sh", "-c", "export " + quoted + "; \"$@\"; exit $?", "sh", executions, "work"},
           {"/usr/bin/python3", "-c",
            "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:], env={'LD_PRELOAD': '" + library +
                "'}).returncode)",
            executions, "work"}}) {
    if (access(command.front().c_str(), X_OK) != 0) continue;
    std::vector<RawFile> files = recordings_of_executed(command);
    ASSERT_EQ(files.size(), 1u) << command.front();
    expect_sampled(files.front());
  }
}

TEST(Unrecorded, StaticProgramsSayWhy) {
  const std::vector<RawFile> files =
      recordings_of_executed({executions, "program", HAGSTONE_TARGETS "/static_program"}, "/static_program");
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files.front().header.at("failure"), "14");
}

}  // namespace
