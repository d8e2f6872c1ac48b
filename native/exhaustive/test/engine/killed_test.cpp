// SPDX-License-Identifier: GPL-2.0-or-later
//
// A program that is killed from outside leaves its counts up to shortly before.
#include <gtest/gtest.h>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "raw_file.h"
#include "tree_pairs.h"

namespace hagstone::exhaustive::testing {
namespace {

// Stores of many_contexts.c in one run of its tree.
constexpr uint64_t stores_of_a_run = (1u << 15) - 1;

constexpr uint64_t most_descriptors_of_the_program = 16;  // of waiting_trees.c, which opens two

// An endless program below the engine, until it is killed.
class Running {
 public:
  explicit Running(const std::vector<std::string> &options_and_program) {
    char made[] = "/tmp/hagstone-killed-XXXXXX";
    if (!mkdtemp(made)) throw std::runtime_error("no directory could be made in /tmp");
    directory_ = made;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe could be made");
    setenv("VALGRIND_LIB", HAGSTONE_LIBEXEC, 1);
    const std::string recording = "--recording=" + directory_;
    std::vector<const char *> words = {"valgrind", "-q", "--vgdb=no", "--tool=hagstone", recording.c_str()};
    for (const std::string &word : options_and_program) words.push_back(word.c_str());
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    const int problem =
        posix_spawnp(&process_, words[0], &actions, nullptr, const_cast<char *const *>(words.data()), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    output_ = ends[0];
    if (problem != 0) throw std::runtime_error("valgrind could not be started");
  }
  ~Running() {
    kill_it();
    close(output_);
    std::filesystem::remove_all(directory_);
  }

  // The next run of the tree is done. False if the program has ended.
  bool next_run() const {
    char mark;
    return read(output_, &mark, 1) == 1;
  }
  // A copy at one instant: while a file changes, a reader can see pairs without the contexts that were written before
  // them.
  RawFile recording() const {
    if (process_ > 0 && kill(process_, SIGSTOP) == 0) waitpid(process_, nullptr, WUNTRACED);
    RawFile file = read_raw_file(raw_files_in(directory_).at(0));
    if (process_ > 0) kill(process_, SIGCONT);
    return file;
  }
  // CPU time as the kernel counts it: waiting for a processor does not count.
  double seconds_run() const {
    std::ifstream file("/proc/" + std::to_string(process_) + "/stat");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    std::istringstream words(text.substr(text.rfind(')') + 1));
    std::string skipped;
    for (int word = 0; word < 11; word++) words >> skipped;
    uint64_t user = 0, system = 0;
    words >> user >> system;
    return static_cast<double>(user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
  }
  // Until its main thread is in pause, or in a read from a descriptor of its own: the kernel names the system call that a
  // thread is in. Valgrind too reads, from descriptors that it moves out of the program's way, whenever a thread's turn ends.
  void wait_until_it_waits() const {
    for (;; std::this_thread::sleep_for(std::chrono::milliseconds(1))) {
      long system_call = -1;
      uint64_t first_argument = 0;
      std::ifstream file("/proc/" + std::to_string(process_) + "/syscall");
      if (!(file >> system_call >> std::hex >> first_argument)) continue;  // "running" has no number
      if (system_call == SYS_pause || (system_call == SYS_read && first_argument < most_descriptors_of_the_program)) return;
    }
  }
  void kill_it() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = 0;
  }

 private:
  std::string directory_;
  pid_t process_ = 0;
  int output_ = -1;
};

uint64_t recorded_stores(const RawFile &file) {
  return file.of(HAGSTONE_RECORD_STATISTICS).at(0)->words[HAGSTONE_STATISTIC_stores];
}

// Stores that the pairs of the program's one place tell: each but the last of all is killed by the next.
uint64_t recorded_dead_bytes(const RawFile &file) {
  uint64_t bytes = 0;
  for (const auto &pair : file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) bytes += pair.bytes;
  return bytes;
}

// The dynamic linker's earlier stores are counted too, so that neither number follows from the other.
bool has_runs(const RawFile &file, uint64_t runs) {
  return recorded_stores(file) >= runs * stores_of_a_run &&
         recorded_dead_bytes(file) >= sizeof(int) * (runs * stores_of_a_run - 1);
}

class Killed : public ::testing::TestWithParam<const char *> {};

TEST_P(Killed, LeavesWhatItHadCountedWhileItRan) {
  Running program({"--measure=dead-stores", GetParam(), HAGSTONE_ENGINE_PROGRAMS "/engine_many_contexts"});
  uint64_t runs = 0;
  // However slow the machine: counts after this many runs must get into the file while it continues.
  for (; runs < 3; runs++) ASSERT_TRUE(program.next_run());
  for (int later = 0; !has_runs(program.recording(), runs); later++) {
    ASSERT_LT(later, 20000) << "runs later its counts are not in the recording";
    ASSERT_TRUE(program.next_run());
  }
  program.kill_it();
  const RawFile left = program.recording();
  EXPECT_EQ(left.header.state, static_cast<uint32_t>(HAGSTONE_STATE_RUNNING));
  EXPECT_TRUE(has_runs(left, runs));
}

// Between windows nothing is counted, so nothing is written; the windows' own counts are.
TEST(KilledInWindows, LeavesWhatEarlierWindowsCounted) {
  const Running program({"--measure=dead-stores", "--window-on=10000", "--window-off=10000000",
                         HAGSTONE_ENGINE_PROGRAMS "/engine_many_contexts"});
  uint64_t latest = 0;
  for (int growths = 0; growths < 3; growths++) {
    uint64_t stores = latest;
    for (int later = 0; stores == latest; later++) {
      ASSERT_LT(later, 20000) << "runs later no window's counts are in the recording";
      ASSERT_TRUE(program.next_run());
      stores = recorded_stores(program.recording());
    }
    EXPECT_GT(stores, latest);
    latest = stores;
  }
}

INSTANTIATE_TEST_SUITE_P(, Killed, ::testing::Values("--most-counters=4194304", "--most-counters=1000"),
                         [](const auto &each) { return each.index == 0 ? "countersOfBlocks" : "sumsByContext"; });

constexpr uint32_t trees_of_a_level = 60;  // of growing_trees.c

// Milliseconds after the trees of the first level.
class KilledWhileItsPairsGrow : public ::testing::TestWithParam<int> {};

TEST_P(KilledWhileItsPairsGrow, LeavesWhatItHadCountedTwoSecondsBefore) {
  const std::string path = HAGSTONE_ENGINE_PROGRAMS "/engine_growing_trees";
  Running program({"--measure=dead-stores,silent-stores,redundant-loads", path, "1000000"});
  using clock = std::chrono::steady_clock;
  std::vector<double> done;  // when the trees of each level were, in seconds that the program ran
  clock::time_point end;
  do {
    ASSERT_TRUE(program.next_run());
    done.push_back(program.seconds_run());
    if (done.size() == 1) end = clock::now() + std::chrono::milliseconds(GetParam());
  } while (clock::now() < end);
  const double killed = program.seconds_run();
  program.kill_it();

  // On a busy machine it goes on for a while before it is killed.
  size_t ended = done.size();
  while (program.next_run()) ended++;

  std::vector<Trees> kept, made;
  for (uint32_t level = 1; level <= ended + 1; level++) {
    made.push_back({{"deeper", level}, trees_of_a_level});
    if (level <= done.size() && done[level - 1] <= killed - 2) kept.push_back(made.back());
  }
  RecordProperty("kept", static_cast<int>(kept.size()));
  const RawFile left = program.recording();
  EXPECT_EQ(left.header.state, static_cast<uint32_t>(HAGSTONE_STATE_RUNNING));
  const TreePairs least = true_tree_pairs(kept), most = true_tree_pairs(made);
  auto pairs = recorded_tree_pairs(left, path);
  for (const uint32_t tool : {HAGSTONE_TOOL_DEAD_STORES, HAGSTONE_TOOL_SILENT_STORES, HAGSTONE_TOOL_REDUNDANT_LOADS}) {
    EXPECT_EQ(more_than(pairs[tool], most), "") << "too many of tool " << tool;
    EXPECT_EQ(more_than(least, pairs[tool]), "") << "too few of tool " << tool;
  }
}

const auto when_killed = [](const auto &each) { return "after" + std::to_string(each.param) + "ms"; };
INSTANTIATE_TEST_SUITE_P(, KilledWhileItsPairsGrow, ::testing::Values(100, 2500, 4000), when_killed);
INSTANTIATE_TEST_SUITE_P(Long, KilledWhileItsPairsGrow, ::testing::Values(800, 5500), when_killed);

class KilledWhileItWaits : public ::testing::TestWithParam<std::string> {};

// A program that works for less than the time between two refreshes.
TEST_P(KilledWhileItWaits, LeavesAllThatCameBefore) {
  const std::string path = HAGSTONE_ENGINE_PROGRAMS "/engine_waiting_trees";
  Running program({"--measure=dead-stores,silent-stores,redundant-loads", path, GetParam()});
  ASSERT_TRUE(program.next_run());
  program.wait_until_it_waits();
  program.kill_it();
  const RawFile left = program.recording();
  EXPECT_EQ(left.header.state, static_cast<uint32_t>(HAGSTONE_STATE_RUNNING));
  const TreePairs truth = true_tree_pairs({{{"works", 1}, 60}});
  auto pairs = recorded_tree_pairs(left, path);
  for (const uint32_t tool : {HAGSTONE_TOOL_DEAD_STORES, HAGSTONE_TOOL_SILENT_STORES, HAGSTONE_TOOL_REDUNDANT_LOADS}) {
    EXPECT_EQ(more_than(pairs[tool], truth), "") << "too many of tool " << tool;
    EXPECT_EQ(more_than(truth, pairs[tool]), "") << "too few of tool " << tool;
  }
  EXPECT_GE(recorded_stores(left), 60u * calls_of_a_tree);
}

INSTANTIATE_TEST_SUITE_P(, KilledWhileItWaits, ::testing::Values("alone", "reading", "withAnotherThread"),
                         [](const auto &each) { return each.param; });

}  // namespace
}  // namespace hagstone::exhaustive::testing
