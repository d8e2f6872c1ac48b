// SPDX-License-Identifier: MIT
// All processes follow the launcher's requests in the control file (common/raw_format.h).
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/raw_format.h"
#include "support/recorded_run.h"

namespace {

class ControlledDirectory {
 public:
  // With a control file of `size` bytes.
  explicit ControlledDirectory(size_t size = HAGSTONE_CONTROL_SIZE,
                               hagstone_control_request request = HAGSTONE_CONTROL_RECORD) {
    char name[] = "/tmp/hagstone-control-XXXXXX";
    directory_ = mkdtemp(name);
    const hagstone_control control = {HAGSTONE_CONTROL_MAGIC, request, 0};
    std::string bytes(reinterpret_cast<const char *>(&control), sizeof control);
    bytes.resize(size);
    std::ofstream(file(), std::ios::binary) << bytes;
  }
  ~ControlledDirectory() { std::filesystem::remove_all(directory_); }
  ControlledDirectory(const ControlledDirectory &) = delete;
  ControlledDirectory &operator=(const ControlledDirectory &) = delete;

  std::string file() const { return directory_ + "/" HAGSTONE_CONTROL_NAME; }
  Variables variables() const { return {{"HAGSTONE_RECORDING", directory_}}; }

 private:
  std::string directory_;
};

std::string controlled_target() { return HAGSTONE_TARGETS "/controlled"; }

// Pairs whose earlier access is in the function that the target called `name`.
size_t pairs_in(const RecordedRun &run, const RawFile &file, const std::string &name) {
  const std::string &output = run.outcome().output;
  const size_t line = output.find(name + " begin=");
  if (line == std::string::npos) return ADD_FAILURE() << output, 0;
  uint64_t begin = 0, end = 0;
  sscanf(output.c_str() + line + name.size(), " begin=%lx end=%lx", &begin, &end);
  size_t count = 0;
  for (const PairLine &pair : file.pairs) {
    if (pair.watch.rfind("controlled+", 0) != 0) continue;
    const uint64_t offset = std::stoull(pair.watch.substr(pair.watch.find('+') + 1), nullptr, 16);
    count += offset >= begin && offset < end;
  }
  return count;
}

TEST(Control, PausesResumesAndStops) {
  ControlledDirectory directory;
  RecordedRun run({controlled_target(), directory.file()}, directory.variables());
  EXPECT_EQ(run.outcome().status, 0) << run.outcome();
  ASSERT_EQ(run.files().size(), 2u) << "the process and its child; nothing that began after the stop";
  const RawFile &parent = run.files()[0], &child = run.files()[1];
  for (const RawFile &file : run.files()) {
    EXPECT_TRUE(file.sound) << file.complaint;
    EXPECT_EQ(file.header.at("state"), std::to_string(HAGSTONE_STATE_FINISHED));
  }
  EXPECT_GT(pairs_in(run, parent, "recorded"), 0u);
  EXPECT_GT(pairs_in(run, parent, "resumed"), 0u);
  EXPECT_EQ(pairs_in(run, parent, "paused"), 0u);
  EXPECT_EQ(pairs_in(run, parent, "stopped"), 0u);
  EXPECT_EQ(parent.threads, 1u) << "the thread that began after the stop is none of the recording";
  EXPECT_GT(parent.statistics.at("paused"), 0u);
  EXPECT_GT(child.statistics.at("paused"), 0u);
  EXPECT_EQ(child.statistics.at("samples"), 0u);
  // The first interrupt after the request ends it, however much time goes to others meanwhile.
  uint64_t asked = 0, went_on_until = 0;
  const size_t line = run.outcome().output.find("asked=");
  ASSERT_NE(line, std::string::npos) << run.outcome();
  ASSERT_EQ(sscanf(run.outcome().output.c_str() + line, "asked=%lu went on until=%lu", &asked, &went_on_until), 2);
  EXPECT_GE(parent.statistics.at("cpu_time"), asked);
  EXPECT_LT(parent.statistics.at("cpu_time"), went_on_until);
}

TEST(Control, ProgramsThatBeginStoppedAreLeftAlone) {
  ControlledDirectory directory(HAGSTONE_CONTROL_SIZE, HAGSTONE_CONTROL_STOP);
  RecordedRun run({controlled_target(), directory.file(), "again"}, directory.variables());
  EXPECT_EQ(run.outcome().status, 0) << run.outcome();
  EXPECT_TRUE(run.files().empty());
}

// Reading beyond its end would be SIGBUS.
TEST(Control, AFileThatIsTooShortIsNoControlFile) {
  ControlledDirectory directory(sizeof(hagstone_control), HAGSTONE_CONTROL_STOP);
  RecordedRun run({HAGSTONE_SAMPLES "/four_pairs", "20"}, directory.variables());
  EXPECT_EQ(run.outcome().status, 0) << run.outcome();
  ASSERT_EQ(run.files().size(), 1u);
  EXPECT_EQ(run.file().statistics.at("paused"), 0u);
}

}  // namespace
