// SPDX-License-Identifier: GPL-2.0-or-later
// Recordings whose process is killed or forks, whose disk is full, whose file was taken away.
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <random>

#include "exhaustive/measurement.h"
#include "recording_fixture.h"

namespace {

using namespace hagstone::exhaustive::testing;

constexpr uint32_t thread_root_module = HAGSTONE_MODULE_THREAD_ROOT;

// Contexts in a row, a pair for each, and all pairs counted in turn, so that no count is ever more than one ahead.
[[noreturn]] void record_for_ever() {
  std::vector<hagstone_exact_pair *> pairs;
  uint32_t context = hagstone_recording_add_context(&hagstone_main_recording, 0, thread_root_module, 0, 1);
  for (uint32_t i = 1;; i++) {
    context = hagstone_recording_add_context(&hagstone_main_recording, context, 1, 0, i);
    if (pairs.size() < 5000) pairs.push_back(hagstone_new_exact_pair(1, 1, 0, context, context, 0, 0));
    for (hagstone_exact_pair *pair : pairs) pair->instances++;
  }
}

TEST_F(RecordingTest, IsReadableWheneverItsProcessIsKilled) {
  std::mt19937 random(20261121);
  uint32_t killed_with_pairs = 0;
  for (int run = 0; run < 40; run++) {
    std::filesystem::remove_all(directory);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      if (hagstone_recording_create(recording, directory.c_str(), &header, 200) == 0) record_for_ever();
      _exit(1);
    }
    while (!std::filesystem::exists(directory) || raw_files_in(directory).empty()) usleep(100);
    usleep(random() % 20'000);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    // Killed before its magic was written it is not a recording yet.
    hagstone_header begun = {};
    std::ifstream(raw_files_in(directory)[0]).read(reinterpret_cast<char *>(&begun), sizeof begun);
    if (begun.magic == 0) continue;
    const RawFile file = read();
    EXPECT_EQ(file.header.state, HAGSTONE_STATE_RUNNING);
    const auto pairs = file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR);
    killed_with_pairs += !pairs.empty();
    // Pair i was first counted in turn i.
    for (size_t i = 1; i < pairs.size(); i++) {
      ASSERT_LE(pairs[i].instances + 1, pairs[i - 1].instances);
      ASSERT_GE(pairs[i].instances + 2, pairs[i - 1].instances);
    }
  }
  EXPECT_GT(killed_with_pairs, 0u);
}

void fill_until_refused(hagstone_recording *recording, std::vector<hagstone_exact_pair *> &pairs) {
  uint32_t context = hagstone_recording_add_context(recording, 0, thread_root_module, 0, 1);
  while (hagstone_exact_pair *pair = hagstone_new_exact_pair(1, 1, 0, context, context, 0, 0)) {
    pair->bytes = pair->id;
    pairs.push_back(pair);
    if (pairs.size() > 1'000'000) break;
  }
}

// The expected state of a recording whose file could not grow.
void expect_ended_undisturbed(hagstone_recording *recording, const std::vector<hagstone_exact_pair *> &pairs,
                              const std::string &directory) {
  EXPECT_EQ(hagstone_new_exact_pair(1, 1, 0, 1, 1, 0, 0), nullptr);
  EXPECT_EQ(hagstone_recording_add_context(recording, 0, thread_root_module, 0, 1), 0u);
  // The program continues counting in the pairs it was given.
  for (hagstone_exact_pair *pair : pairs) pair->bytes += 1000;
  EXPECT_EQ(pairs.back()->bytes, pairs.size() + 1000);
  const RawFile file = read_raw_file(raw_files_in(directory).at(0));
  EXPECT_EQ(file.header.state, HAGSTONE_STATE_OUT_OF_SPACE);
  EXPECT_GT(file.header.end_time, 0u);
  const auto found = file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR);
  ASSERT_EQ(found.size(), pairs.size());
  for (const auto &pair : found) ASSERT_EQ(pair.bytes, pair.id);
}

TEST_F(RecordingTest, EndsAtTheLimitOfFileSizesAndNotItsProgram) {
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit limit = {1'000'000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  create();
  std::vector<hagstone_exact_pair *> pairs;
  fill_until_refused(recording, pairs);
  setrlimit(RLIMIT_FSIZE, &before);
  // All of the limit was used, up to an extent.
  EXPECT_GT(pairs.size() * (sizeof(hagstone_exact_pair) + sizeof(hagstone_record)), 1'000'000u - 4 * HAGSTONE_EXTENT_SIZE);
  expect_ended_undisturbed(recording, pairs, directory);
}

// In a child, which has mount points of its own. 77: it may not create them.
int record_on_small_disk(const std::string &directory, const hagstone_header &header) {
  const bool root = geteuid() == 0;
  if (unshare(CLONE_NEWNS | (root ? 0 : CLONE_NEWUSER)) != 0 ||
      mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      mount("tmpfs", directory.c_str(), "tmpfs", 0, "size=700k") != 0)
    return 77;
  if (hagstone_recording_create(&hagstone_main_recording, directory.c_str(), &header, 200) != 0) return 1;
  std::vector<hagstone_exact_pair *> pairs;
  fill_until_refused(&hagstone_main_recording, pairs);
  expect_ended_undisturbed(&hagstone_main_recording, pairs, directory);
  return ::testing::Test::HasFailure() ? 1 : 0;
}

TEST_F(RecordingTest, EndsOnAFullDiskAndNotItsProgram) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(record_on_small_disk(directory, header));
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "may not mount a small disk here";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(RecordingTest, BelongsToItsProcessAndNotToChildren) {
  create();
  const uint32_t root = hagstone_recording_add_context(recording, 0, thread_root_module, 0, 1);
  hagstone_new_exact_pair(1, 1, 0, root, root, 0, 0)->bytes = 1;
  const auto parents = raw_files_in(directory);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    hagstone_recording_forget_all();
    const bool closed = fcntl(200, F_GETFD) < 0;
    if (hagstone_recording_create(recording, (directory + "/child").c_str(), &header, 200) != 0) _exit(2);
    const uint32_t context = hagstone_recording_add_context(recording, 0, thread_root_module, 0, 77);
    hagstone_new_exact_pair(1, 1, 0, context, context, 0, 0)->bytes = 5;
    hagstone_recording_finish(recording, HAGSTONE_STATE_FINISHED);
    _exit(closed && context == 1 ? 0 : 3);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  const RawFile mine = read_raw_file(parents.at(0));
  EXPECT_EQ(mine.header.state, HAGSTONE_STATE_RUNNING);
  EXPECT_EQ(mine.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR).at(0).bytes, 1u);
  const RawFile its = read("/child");
  EXPECT_EQ(its.header.process_id, static_cast<uint32_t>(child));
  EXPECT_EQ(its.header.parent_process_id, static_cast<uint32_t>(getpid()));
  EXPECT_EQ(its.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT).at(0).offset, 77u);
}

TEST_F(RecordingTest, NeverWritesIntoAFileThatTookItsDescriptor) {
  create();
  const std::string other = directory + "/other";
  const int taken = open(other.c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_EQ(dup2(taken, 200), 200);
  std::vector<hagstone_exact_pair *> pairs;
  fill_until_refused(recording, pairs);
  EXPECT_EQ(std::filesystem::file_size(other), 0u);
  EXPECT_GT(pairs.size(), 0u);
  EXPECT_EQ(read_raw_file(raw_files_in(directory).at(0)).header.state, HAGSTONE_STATE_OUT_OF_SPACE);
  close(200);
  close(taken);
}

TEST_F(RecordingTest, GrowsWithoutAKeptDescriptor) {
  ASSERT_EQ(hagstone_recording_create(recording, directory.c_str(), &header, -1), 0);
  const uint32_t root = hagstone_recording_add_context(recording, 0, thread_root_module, 0, 1);
  for (int i = 0; i < 20'000; i++) ASSERT_NE(hagstone_new_exact_pair(1, 1, 0, root, root, 0, 0), nullptr);
  hagstone_recording_finish(recording, HAGSTONE_STATE_FINISHED);
  EXPECT_EQ(read().of(HAGSTONE_RECORD_EXACT_PAIR).size(), 20'000u);
}

}  // namespace
