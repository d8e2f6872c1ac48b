// SPDX-License-Identifier: MIT
// hagstone_tracer run: known answers without perf_event_open, and programs that are ended, stopped, abandoned, traced
// or privileged as without a tracer.
#include <gtest/gtest.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "support/files_for_others.h"
#include "support/machine_needs.h"
#include "support/recorded_run.h"

namespace {

std::string target(const std::string &name) { return HAGSTONE_TARGETS "/" + name; }
std::string sample(const std::string &name) { return HAGSTONE_SAMPLES "/" + name; }
const Variables by_tracer = {{"HAGSTONE_TRANSPORT", "tracer"}, {"HAGSTONE_PERIOD", "1000000"}};

std::vector<std::string> traced(std::vector<std::string> command) {
  command.insert(command.begin(), {HAGSTONE_TRACER, "run", "--"});
  return command;
}

void expect_recorded(const RecordedRun &run) {
  ASSERT_FALSE(run.files().empty());
  EXPECT_TRUE(run.file().sound) << run.file().complaint;
  EXPECT_EQ(run.file().header.at("failure"), "0");
  EXPECT_EQ(run.file().header.at("transport"), "3");
}

// 170 samples miss even the least frequent pair, an eighth of all, only once in 10^10 runs.
TEST(TracerSamples, FourPairsAreAllDead) {
  RecordedRun run({sample("four_pairs"), "12000"}, by_tracer);
  expect_recorded(run);
  std::set<std::string> killed;
  for (const PairLine &pair : run.file().pairs) {
    if (pair.watch.rfind("four_pairs+", 0) != 0) continue;
    EXPECT_EQ(pair.relation, "KILLED_BY");
    killed.insert(pair.watch);
  }
  EXPECT_EQ(killed.size(), 4u);
}

// The shortest period that the clock's ticks keep is not prime: with one below it every sample represented two periods.
TEST(TracerSamples, ComeOnceInEachPeriod) {
  RecordedRun run({sample("four_pairs"), "3000"}, by_tracer);
  expect_recorded(run);
  const auto periods = run.file().statistics.at("sampled_periods"), signals = run.file().statistics.at("timer_signals");
  EXPECT_GT(signals, 0u);
  EXPECT_GE(periods, signals);
  // A busy machine makes the clock miss some, which the next sample represents too.
  EXPECT_LT(periods, signals + signals / 2);
}

TEST(TracerSamples, ComeMoreOftenAtFirst) {
  RecordedRun run({sample("four_pairs"), "3000"}, {{"HAGSTONE_TRANSPORT", "tracer"},
                                                   {"HAGSTONE_PERIOD", "1000000000"},
                                                   {"HAGSTONE_EARLY_PERIOD", "1000000"},
                                                   {"HAGSTONE_EARLY_TIME", "1000000000000"},
                                                   {"HAGSTONE_MAX_OVERHEAD", "0"}});
  expect_recorded(run);
  const auto periods = run.file().statistics.at("sampled_periods"), interrupts = run.file().statistics.at("timer_signals");
  ASSERT_GT(interrupts, 0u);
  // Two clock ticks each, at most 20 ms. A busy machine makes the clock miss some, which the next sample represents too.
  EXPECT_LT(4 * std::stod(run.file().header.at("period")), 21e6);
  EXPECT_GE(periods, 4 * interrupts);
  EXPECT_LT(periods, 6 * interrupts);
  EXPECT_EQ(periods % 4, 0u);
}

TEST(TracerSamples, RezeroedArrayDiesAtTheEndOfEachBlock) {
  RecordedRun run({sample("rezeroed_array"), "40000"}, by_tracer);
  expect_recorded(run);
  std::set<std::string> killed, killers;
  for (const PairLine &pair : run.file().pairs)
    if (pair.relation == "KILLED_BY" && pair.credit > 2 && pair.watch.rfind("rezeroed_array+", 0) == 0) {
      killed.insert(pair.watch);
      killers.insert(pair.trap);
    }
  EXPECT_EQ(killed.size(), 1u);
  EXPECT_EQ(killers.size(), 1u);
  EXPECT_NE(killed, killers);
}

TEST(TracerSamples, ThreadsWasteTheirOwnStores) {
  RecordedRun run({sample("threads"), "1500"}, by_tracer);
  expect_recorded(run);
  EXPECT_EQ(run.file().threads, 5u);
  EXPECT_EQ(run.file().thread_ends, 5u);
  std::set<std::string> killed;
  for (const PairLine &pair : run.file().pairs)
    if (pair.relation == "KILLED_BY" && pair.watch.rfind("threads+", 0) == 0) killed.insert(pair.watch);
  EXPECT_EQ(killed.size(), 1u);
}

TEST(TracerRun, NamesProgramsThatCannotRun) {
  EXPECT_EQ(WEXITSTATUS(run_plainly({HAGSTONE_TRACER, "run", "--", "/nowhere/program"}).status), 127);
  EXPECT_EQ(WEXITSTATUS(run_plainly({HAGSTONE_TRACER, "run", "--", "/etc/passwd"}).status), 126);
  EXPECT_EQ(WEXITSTATUS(run_plainly({HAGSTONE_TRACER, "run"}).status), 125);
}

// Starts a command with a pipe from its standard output.
struct Started {
  explicit Started(std::vector<std::string> command) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    process = fork();
    if (process == 0) {
      dup2(ends[1], 1);
      close(ends[0]);
      close(ends[1]);
      alarm(600);
      std::vector<char *> arguments;
      for (std::string &argument : command) arguments.push_back(argument.data());
      arguments.push_back(nullptr);
      execv(arguments[0], arguments.data());
      _exit(127);
    }
    close(ends[1]);
    output = ends[0];
  }
  ~Started() { close(output); }
  char read_one() {
    char character = 0;
    return read(output, &character, 1) == 1 ? character : '\0';
  }
  pid_t process;
  int output;
};

// The traced program is the child of the tracing child.
pid_t child_of(pid_t process) {
  std::ifstream children("/proc/" + std::to_string(process) + "/task/" + std::to_string(process) + "/children");
  pid_t child = 0;
  children >> child;
  return child;
}

char state_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(file, text);
  return text.empty() ? '\0' : text[text.rfind(')') + 2];
}

void wait_for_state(pid_t process, bool stopped) {
  while (kill(process, 0) == 0 && (state_of(process) == 'T' || state_of(process) == 't') != stopped) usleep(1000);
}

TEST(TracerRun, PassesSignalsOn) {
  Started started(traced({target("tracing"), "wait_for_term"}));
  EXPECT_EQ(started.read_one(), 'r');
  kill(started.process, SIGTERM);
  int status = 0;
  ASSERT_EQ(waitpid(started.process, &status, 0), started.process);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

TEST(TracerRun, DiesOfTheProgramsSignal) {
  Started started(traced({target("tracing"), "wait_for_term"}));
  EXPECT_EQ(started.read_one(), 'r');
  kill(child_of(child_of(started.process)), SIGKILL);
  int status = 0;
  ASSERT_EQ(waitpid(started.process, &status, 0), started.process);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
}

TEST(TracerRun, LeavesStoppedProgramsStopped) {
  Started started(traced({target("tracing"), "wait_for_term"}));
  EXPECT_EQ(started.read_one(), 'r');
  const pid_t program = child_of(child_of(started.process));
  ASSERT_GT(program, 0);
  kill(program, SIGSTOP);
  wait_for_state(program, true);
  // A signal to a stopped program waits for it to go on.
  kill(program, SIGTERM);
  usleep(50'000);
  EXPECT_NE(state_of(program), '\0');
  kill(program, SIGCONT);
  int status = 0;
  ASSERT_EQ(waitpid(started.process, &status, 0), started.process);
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

TEST(TracerRun, DoesNotTakeTheProgramAlongWhenKilled) {
  Started started(traced({target("tracing"), "wait_for_term"}));
  EXPECT_EQ(started.read_one(), 'r');
  const pid_t tracing = child_of(started.process), program = child_of(tracing);
  kill(tracing, SIGKILL);
  while (state_of(tracing) != '\0' && state_of(tracing) != 'Z') usleep(1000);
  EXPECT_EQ(kill(program, 0), 0);
  kill(started.process, SIGTERM);
  int status = 0;
  ASSERT_EQ(waitpid(started.process, &status, 0), started.process);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

// The debug registers that are on, as bits of DR7.
long registers_of(pid_t process) {
  EXPECT_EQ(ptrace(PTRACE_SEIZE, process, 0, 0), 0);
  ptrace(PTRACE_INTERRUPT, process, 0, 0);
  int status = 0;
  EXPECT_EQ(waitpid(process, &status, __WALL), process);
  const long enabled = ptrace(PTRACE_PEEKUSER, process, offsetof(user, u_debugreg) + 7 * sizeof(user::u_debugreg[0]), 0) &
                       0xff;
  ptrace(PTRACE_DETACH, process, 0, status >> 16 == 0 ? WSTOPSIG(status) : 0);
  return enabled;
}

// In wait4(2), without options.
bool waits_for(pid_t waiting, pid_t process) {
  std::ifstream call("/proc/" + std::to_string(waiting) + "/syscall");
  std::string number, first, second, options;
  call >> number >> first >> second >> options;
  return number == "61" && strtol(first.c_str(), nullptr, 16) == process && options == "0x0";
}

TEST(TracerRun, LeavesNoRegisterSetWhenKilled) {
  need_debug_exceptions();
  char name[] = "/tmp/hagstone-test-XXXXXX";
  const std::string directory = mkdtemp(name);
  Started started(traced({"/usr/bin/env", "HAGSTONE_RECORDING=" + directory, "HAGSTONE_PERIOD=1000000",
                          "LD_PRELOAD=" HAGSTONE_AGENT, sample("long_distance"), "1000000"}));
  const auto armed = [&] {
    const auto files = read_recordings(directory);
    return files.empty() || !files.front().sound ? 0 : files.front().statistics.at("armed");
  };
  while (armed() < 20 && kill(started.process, 0) == 0) usleep(10'000);
  const pid_t tracing = child_of(started.process), program = child_of(tracing);
  kill(tracing, SIGKILL);
  while (!waits_for(started.process, program) && state_of(program) != '\0') usleep(1000);
  EXPECT_EQ(registers_of(program), 0);
  kill(started.process, SIGTERM);
  int status = 0;
  ASSERT_EQ(waitpid(started.process, &status, 0), started.process);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
  std::filesystem::remove_all(directory);
}

TEST(TracerRun, RecordsWhatTheProgramLeavesBehind) {
  RecordedRun run({target("tracing"), "leave_child"}, by_tracer);
  EXPECT_EQ(WEXITSTATUS(run.outcome().status), 4);
  expect_recorded(run);
  EXPECT_EQ(run.files().size(), 2u);
}

TEST(TracerRun, MakesRoomForAnotherTracer) {
  const std::vector<std::string> command = {target("tracing"), "trace_me"};
  RecordedRun run(command, by_tracer);
  EXPECT_EQ(run.outcome(), run_plainly(command));
  expect_recorded(run);
  EXPECT_GT(run.file().statistics.at("traps"), 0u);
}

TEST(TracerRun, MakesRoomForAnotherTracerWhereNothingCanBeRecorded) {
  const std::vector<std::string> command = {target("tracing"), "trace_me"};
  std::vector<std::string> unrecorded = {"/usr/bin/env", "HAGSTONE_RECORDING=/proc/no-recording",
                                         "LD_PRELOAD=" HAGSTONE_AGENT};
  unrecorded.insert(unrecorded.end(), command.begin(), command.end());
  EXPECT_EQ(run_plainly(traced(unrecorded)), run_plainly(command));
}

TEST(TracerRun, MakesRoomForAnotherTracerOfPrograms) {
  const std::vector<std::string> command = {target("traced"), target("endings"), "return"};
  RecordedRun run(command, by_tracer);
  EXPECT_EQ(run.outcome(), run_plainly(command));
}

// A copy of id(1) that belongs to another user and runs as them, started by an ordinary user. Also where nothing can be
// recorded: the process is traced all the same.
TEST(TracerRun, LeavesProgramsTheirPrivileges) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can make a program of another user";
  if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)) GTEST_SKIP() << "no_new_privs is set: no program gets privileges here";
  const std::string program = "/tmp/hagstone-test-id-" + std::to_string(getpid());
  std::filesystem::copy_file("/usr/bin/id", program);
  ASSERT_EQ(chown(program.c_str(), 1, 1), 0);
  ASSERT_EQ(chmod(program.c_str(), 04755), 0);
  char directory[] = "/tmp/hagstone-test-XXXXXX";
  ASSERT_NE(mkdtemp(directory), nullptr);
  ASSERT_EQ(chmod(directory, 0777), 0);
  const FilesForOthers files;
  const std::string tracer = files.copy_of(HAGSTONE_TRACER);
  const std::string agent = files.copy_of(HAGSTONE_AGENT);
  const std::vector<std::string> as_nobody = {"/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
                                              "/usr/bin/env"};
  for (const std::vector<std::string> &way : {std::vector<std::string>{program, "-u"},
                                              {"/bin/sh", "-c", program + " -u; exit 8"},
                                              {"/usr/bin/env", program, "-u"},
                                              {"/usr/bin/timeout", "9", program, "-u"}}) {
    for (const std::string &recording : {std::string(directory), std::string("/proc/no-recording")}) {
      std::vector<std::string> command = as_nobody;
      command.insert(command.end(), {"HAGSTONE_RECORDING=" + recording, "LD_PRELOAD=" + agent, tracer, "run", "--"});
      command.insert(command.end(), way.begin(), way.end());
      Outcome outcome = run_plainly(command);
      EXPECT_EQ(outcome.output, "1\n") << way.front() << ", recorded in " << recording;
    }
  }
  std::filesystem::remove(program);
  std::filesystem::remove_all(directory);
}

}  // namespace
