// SPDX-License-Identifier: MIT
// hagstone_tracer attach: a running program is recorded and continues unchanged; processes that cannot be attached to
// are rejected with one line.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cinttypes>
#include <filesystem>
#include <fstream>
#include <set>

#include "common/raw_format.h"
#include "support/files_for_others.h"
#include "support/machine_needs.h"
#include "support/recorded_run.h"

namespace {

std::string attach_target(const std::string &name) { return HAGSTONE_TARGETS "/" + name; }

// A program that runs until its standard input is closed.
class Running {
 public:
  explicit Running(std::vector<std::string> command) {
    int input[2], output[2];
    EXPECT_EQ(pipe(input), 0);
    EXPECT_EQ(pipe(output), 0);
    process_ = fork();
    if (process_ == 0) {
      dup2(input[0], 0);
      dup2(output[1], 1);
      for (int end : {input[0], input[1], output[0], output[1]}) close(end);
      alarm(600);
      std::vector<char *> arguments;
      for (std::string &argument : command) arguments.push_back(argument.data());
      arguments.push_back(nullptr);
      execv(arguments[0], arguments.data());
      _exit(127);
    }
    close(input[0]);
    close(output[1]);
    input_ = input[1];
    output_ = output[0];
    char line[6] = {};
    EXPECT_EQ(read(output_, line, sizeof line), 6);
  }
  ~Running() {
    if (input_ >= 0) end();
    close(output_);
  }
  pid_t process() const { return process_; }
  // Its output after "ready", and how it ended.
  Outcome end() {
    close(input_);
    input_ = -1;
    Outcome outcome = {};
    char text[256];
    for (ssize_t length; (length = read(output_, text, sizeof text)) > 0;)
      outcome.output.append(text, static_cast<size_t>(length));
    waitpid(process_, &outcome.status, 0);
    return outcome;
  }

 private:
  pid_t process_;
  int input_, output_;
};

class Attach : public testing::Test {
 protected:
  Attach() {
    char directory[] = "/tmp/hagstone-test-XXXXXX";
    directory_ = mkdtemp(directory);
    setenv("HAGSTONE_PERIOD", "1000000", 1);
  }
  ~Attach() override {
    unsetenv("HAGSTONE_PERIOD");
    std::filesystem::remove_all(directory_);
  }

  Outcome attach(const std::string &process) const {
    return run_plainly({HAGSTONE_TRACER, "attach", process, "--agent", HAGSTONE_AGENT, "--recording", directory_});
  }
  void expect_attached(pid_t process) {
    need_debug_exceptions();
    need_perf_event_open();
    EXPECT_EQ(attach(std::to_string(process)), (Outcome{"", 0}));
  }
  void expect_refused(const Outcome &outcome, const std::string &reason) {
    EXPECT_EQ(WEXITSTATUS(outcome.status), 125);
    EXPECT_NE(outcome.output.find(reason), std::string::npos) << outcome.output;
    EXPECT_EQ(outcome.output.find('\n'), outcome.output.size() - 1);
  }
  void detach(pid_t process) {
    EXPECT_EQ(run_plainly({HAGSTONE_TRACER, "detach", std::to_string(process), "--agent", HAGSTONE_AGENT}),
              (Outcome{"", 0}));
  }
  static std::ptrdiff_t open_descriptors(pid_t process) {
    const std::filesystem::directory_iterator all("/proc/" + std::to_string(process) + "/fd");
    return std::distance(begin(all), end(all));
  }
  // A recording after the first one.
  void begin_new_recording() {
    std::filesystem::remove_all(directory_);
    std::filesystem::create_directory(directory_);
  }
  RawFile file() { return read_recordings(directory_).front(); }
  // Until the recording counts that many traps.
  void wait_for_traps(uint64_t traps) {
    while (file().statistics["traps"] < traps) usleep(20'000);
  }

  std::string directory_;
};

TEST_F(Attach, RecordsAllThreadsFromInside) {
  Running running({attach_target("attached"), "compute", "4"});
  expect_attached(running.process());
  wait_for_traps(100);
  EXPECT_EQ(running.end(), (Outcome{"4 threads, 0 failed\n", 0}));
  RawFile recorded = file();
  EXPECT_TRUE(recorded.sound) << recorded.complaint;
  EXPECT_EQ(recorded.header["failure"], "0");
  EXPECT_EQ(recorded.header["state"], "2");
  EXPECT_EQ(recorded.threads, 5u);
  EXPECT_EQ(recorded.thread_ends, 5u);
  // The attaching thread may be sampled while it still runs on the stack that it was lent.
  EXPECT_LE(recorded.statistics["contexts_partial"] * 20, recorded.statistics["contexts"]);
  EXPECT_FALSE(recorded.pairs.empty());
}

// Nearly always inside the allocator, whose locks the agent must not find taken.
TEST_F(Attach, FindsAPlaceInProgramsThatAllocate) {
  for (int round = 0; round < 3; round++) {
    Running running({attach_target("attached"), "allocate", "1"});
    expect_attached(running.process());
    EXPECT_EQ(running.end(), (Outcome{"1 threads, 0 failed\n", 0}));
  }
}

// Chance never leads out of the allocator.
TEST_F(Attach, StepsOutOfAnAllocator) {
  Running running({attach_target("busy_allocator")});
  expect_attached(running.process());
  EXPECT_EQ(running.end(), (Outcome{"ended\n", 0}));
}

// The program's marks looked for the agent when there was none.
TEST_F(Attach, FollowsMarks) {
  Running running({attach_target("attached"), "marks"});
  expect_attached(running.process());
  wait_for_traps(60);
  EXPECT_EQ(running.end(), (Outcome{"", 0}));
  std::set<uint64_t> regions;
  for (const std::string &line : file().contexts) {
    unsigned module;
    uint64_t offset;
    ASSERT_EQ(sscanf(line.c_str(), "context writer=%*u id=%*u parent=%*u module=%u flags=%*u offset=0x%" SCNx64, &module,
                     &offset),
              2)
        << line;
    if (module == HAGSTONE_MODULE_REGION) regions.insert(offset);
  }
  EXPECT_EQ(regions.size(), 2u);
}

TEST_F(Attach, DoesNotWakeSleepers) {
  Running running({attach_target("attached"), "sleep"});
  usleep(20'000);
  expect_attached(running.process());
  EXPECT_EQ(running.end(), (Outcome{"interrupted 0\n", 0}));
  EXPECT_GT(file().statistics["traps"], 0u);
}

TEST_F(Attach, LeavesNoTracerBehind) {
  Running running({attach_target("attached"), "compute", "1"});
  expect_attached(running.process());
  std::ifstream status("/proc/" + std::to_string(running.process()) + "/status");
  bool traced = true;
  for (std::string line; std::getline(status, line);) traced = traced && line != "TracerPid:\t0";
  EXPECT_FALSE(traced);
}

TEST_F(Attach, EndsAtTheLaunchersRequest) {
  hagstone_control control = {HAGSTONE_CONTROL_MAGIC, HAGSTONE_CONTROL_RECORD, 0};
  std::string page(reinterpret_cast<const char *>(&control), sizeof control);
  page.resize(HAGSTONE_CONTROL_SIZE);
  std::ofstream(directory_ + "/" HAGSTONE_CONTROL_NAME) << page;
  Running running({attach_target("attached"), "compute", "2"});
  expect_attached(running.process());
  wait_for_traps(20);
  {
    std::fstream file(directory_ + "/" HAGSTONE_CONTROL_NAME, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(offsetof(hagstone_control, request));
    file.put(HAGSTONE_CONTROL_STOP);
  }
  while (file().header["state"] != "2") usleep(20'000);
  EXPECT_EQ(running.end(), (Outcome{"2 threads, 0 failed\n", 0}));
}

TEST_F(Attach, RefusesASecondRecordingMeanwhile) {
  Running running({attach_target("attached"), "compute", "1"});
  expect_attached(running.process());
  expect_refused(attach(std::to_string(running.process())), "being recorded already");
}

// The first thread waits for its input all the time: no interrupt reaches it.
TEST_F(Attach, LeavesNoDescriptorOpen) {
  Running running({attach_target("attached"), "compute", "3"});
  const auto before = open_descriptors(running.process());
  expect_attached(running.process());
  wait_for_traps(20);
  EXPECT_GT(open_descriptors(running.process()), before);
  detach(running.process());
  EXPECT_EQ(open_descriptors(running.process()), before);
  EXPECT_EQ(file().header["state"], "2");
  EXPECT_EQ(running.end(), (Outcome{"3 threads, 0 failed\n", 0}));
}

TEST_F(Attach, RecordsOnceMoreAfterItLeft) {
  Running running({attach_target("attached"), "compute", "3"});
  for (int round = 0; round < 3; round++) {
    begin_new_recording();
    expect_attached(running.process());
    wait_for_traps(60);
    detach(running.process());
    RawFile recorded = file();
    EXPECT_TRUE(recorded.sound) << recorded.complaint;
    EXPECT_EQ(recorded.header["state"], "2");
    EXPECT_EQ(recorded.threads, 4u);
    EXPECT_FALSE(recorded.pairs.empty());
  }
  EXPECT_EQ(running.end(), (Outcome{"3 threads, 0 failed\n", 0}));
}

// Their functions were bound to libc's before the agent came.
TEST_F(Attach, StandsBeforeWhatIsCalledLater) {
  Running running({attach_target("attached"), "later"});
  usleep(50'000);
  expect_attached(running.process());
  while (file().threads < 20) usleep(20'000);
  wait_for_traps(20);
  detach(running.process());
  usleep(50'000);
  EXPECT_EQ(running.end(), (Outcome{"lost 0\n", 0}));
  RawFile recorded = file();
  EXPECT_TRUE(recorded.sound) << recorded.complaint;
  EXPECT_GE(recorded.thread_ends, 19u);
}

TEST_F(Attach, LeavesAloneWhatIsNotRecorded) {
  Running running({attach_target("attached"), "compute", "1"});
  detach(running.process());
  EXPECT_EQ(running.end(), (Outcome{"1 threads, 0 failed\n", 0}));
}

TEST_F(Attach, FindsThreadsThatBeginMeanwhile) {
  Running running({attach_target("attached"), "begin-later"});
  detach(running.process());
  EXPECT_EQ(running.end(), (Outcome{"1 threads, 0 failed\n", 0}));
}

TEST_F(Attach, RefusesWhatIsNotThere) {
  expect_refused(attach("nobody"), "no process id");
  pid_t ended = fork();
  if (ended == 0) _exit(0);
  waitpid(ended, nullptr, 0);
  expect_refused(attach(std::to_string(ended)), "no such process");
}

TEST_F(Attach, RefusesWhatBelongsToOthers) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can become somebody else";
  const FilesForOthers files;
  const std::string tracer = files.copy_of(HAGSTONE_TRACER), agent = files.copy_of(HAGSTONE_AGENT);
  Running running({attach_target("attached"), "compute", "1"});
  expect_refused(run_plainly({"/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", tracer, "attach",
                              std::to_string(running.process()), "--agent", agent, "--recording", directory_}),
                 "belongs to user 0");
}

TEST_F(Attach, RefusesWhatIsTraced) {
  Running running({attach_target("attached"), "compute", "1"});
  ASSERT_EQ(ptrace(PTRACE_SEIZE, running.process(), 0, 0), 0);
  expect_refused(attach(std::to_string(running.process())), "traces it already");
  // Ends with its tracer's permission only.
  ptrace(PTRACE_INTERRUPT, running.process(), 0, 0);
  waitpid(running.process(), nullptr, 0);
  ptrace(PTRACE_DETACH, running.process(), 0, 0);
}

TEST_F(Attach, RefusesStaticPrograms) {
  Running running({attach_target("attached_static"), "compute", "1"});
  expect_refused(attach(std::to_string(running.process())), "statically linked");
}

TEST_F(Attach, RefusesOtherContainers) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can make a namespace";
  Running running({"/usr/bin/unshare", "--mount", attach_target("attached"), "compute", "1"});
  expect_refused(attach(std::to_string(running.process())), "another container");
}

}  // namespace
