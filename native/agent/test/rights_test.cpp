// SPDX-License-Identifier: MIT
// Processes are recorded after they gave up rights, and so are their children; those that cannot be recorded are noted.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "common/agent_environment.h"
#include "common/raw_format.h"
#include "support/files_for_others.h"
#include "support/recorded_run.h"

namespace {

// A recording as the launcher creates it: only its user may enter the outer directory, all may create files in the
// inner one.
class LaidOut {
 public:
  LaidOut() {
    char directory[] = "/tmp/hagstone-test-XXXXXX";
    outer_ = mkdtemp(directory);
    inner_ = outer_ + "/processes";
    mkdir(inner_.c_str(), 0700);
    chmod(inner_.c_str(), 01733);
  }
  ~LaidOut() { std::filesystem::remove_all(outer_); }
  Variables variables() const {
    struct stat status = {};
    stat(inner_.c_str(), &status);
    return {{"HAGSTONE_RECORDING", inner_},
            {"HAGSTONE_RECORDING_IDENTITY", std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino)}};
  }
  std::vector<std::string> unrecorded() const {
    std::vector<std::string> names;
    for (const auto &entry : std::filesystem::directory_iterator(inner_))
      if (entry.path().filename().string().starts_with(HAGSTONE_UNRECORDED_PREFIX))
        names.push_back(entry.path().filename());
    return names;
  }

 private:
  std::string outer_, inner_;
};

struct Way {
  const char *name;
  const char *child;
  bool needs_root;
};
std::ostream &operator<<(std::ostream &stream, const Way &way) { return stream << way.name << '_' << way.child; }

class Rights : public testing::TestWithParam<Way> {};

INSTANTIATE_TEST_SUITE_P(Ways, Rights,
                         testing::Values(Way{"environment", "fork", false}, Way{"user", "fork", true},
                                         Way{"user", "exec", true}, Way{"root", "fork", true}, Way{"mounts", "fork", true},
                                         Way{"mounts", "exec", true}, Way{"namespace", "exec", false},
                                         Way{"descriptors", "fork", false}, Way{"descriptors", "exec", false},
                                         Way{"size", "fork", false}, Way{"size", "exec", false}),
                         [](const auto &info) { return std::string(info.param.name) + "_" + info.param.child; });

TEST_P(Rights, AreNotNeededToRecordChildren) {
  const Way &way = GetParam();
  if (way.needs_root && geteuid() != 0) GTEST_SKIP() << "needs root";
  const FilesForOthers files;
  LaidOut recording;
  std::string program = HAGSTONE_TARGETS "/gives_up_rights";
  Variables variables = recording.variables();
  if (way.name == std::string("user")) {
    program = files.copy_of(program);
    variables["LD_PRELOAD"] = files.copy_of(HAGSTONE_AGENT);
  }
  const std::vector<std::string> command = {program, way.name, way.child};
  RecordedRun run(command, variables);
  EXPECT_EQ(run.outcome(), run_plainly(command));
  EXPECT_EQ(recording.unrecorded(), std::vector<std::string>());
  const bool executes = way.child == std::string("exec");
  ASSERT_EQ(run.files().size(), executes ? 3u : 2u);
  for (const RawFile &file : run.files()) {
    EXPECT_TRUE(file.sound) << file.complaint;
    EXPECT_EQ(file.header.at("failure"), "0");
  }
  EXPECT_GT(run.files().front().statistics.at("traps"), 0u);
  EXPECT_GT(run.files().back().statistics.at("traps"), 0u);
}

TEST(Rights, AreNotGivenBackByTheRecordingsDirectoryAfterChroot) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root";
  const std::vector<std::string> command = {HAGSTONE_TARGETS "/gives_up_rights", "escape", "fork"};
  LaidOut recording;
  RecordedRun run(command, recording.variables());
  EXPECT_EQ(run.outcome(), run_plainly(command));
  ASSERT_EQ(run.files().size(), 2u);
  EXPECT_GT(run.files().back().statistics.at("traps"), 0u);
}

// The limits of those that no right of the process can raise again.
class Limits : public testing::TestWithParam<std::pair<const char *, int>> {};

INSTANTIATE_TEST_SUITE_P(Ways, Limits, testing::Values(std::pair("few_descriptors", EMFILE), std::pair("no_size", EFBIG)),
                         [](const auto &info) { return std::string(info.param.first); });

TEST_P(Limits, AreNotedIfTheyLeaveNoRoom) {
  const auto &[way, cause] = GetParam();
  const std::vector<std::string> command = {HAGSTONE_TARGETS "/gives_up_rights", way, "fork"};
  LaidOut recording;
  RecordedRun run(command, recording.variables());
  EXPECT_EQ(run.outcome(), run_plainly(command));
  const std::vector<std::string> unrecorded = recording.unrecorded();
  if (unrecorded.empty()) {
    // A process that may raise its limits beyond the hard ones is recorded.
    ASSERT_EQ(run.files().size(), 2u);
    EXPECT_GT(run.files().back().statistics.at("traps"), 0u);
    return;
  }
  ASSERT_EQ(unrecorded.size(), 1u);
  EXPECT_NE(unrecorded.front().find("-" + std::to_string(cause) + "-gives_up_rights"), std::string::npos)
      << unrecorded.front();
}

TEST(Limits, AreTheReasonGivenIfTheyAreOnFileSizes) {
  LaidOut recording;
  RecordedRun run({HAGSTONE_TARGETS "/gives_up_rights", "little_size", "fork"}, recording.variables());
  ASSERT_EQ(run.files().size(), 2u);
  const RawFile &child = run.files().back();
  if (child.statistics.count("traps") && child.statistics.at("traps") > 0)
    GTEST_SKIP() << "the process may raise its limits";
  EXPECT_EQ(child.header.at("state"), std::to_string(HAGSTONE_STATE_OUT_OF_SPACE));
  EXPECT_EQ(child.header.at("failure"), std::to_string(HAGSTONE_FAILURE_file_size_limit));
}

}  // namespace
