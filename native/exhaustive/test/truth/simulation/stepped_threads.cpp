// SPDX-License-Identifier: GPL-2.0-or-later
#include "stepped_threads.h"

#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

#include "../programs/descriptors.h"

namespace hagstone::truth {

namespace {

constexpr uint64_t system_call_code = 0x050f;

[[noreturn]] void fail(const std::string &what) { throw std::runtime_error("step by step: " + what); }

}  // namespace

std::string why_not_stepped() {
  const pid_t process = fork();
  if (process == 0) _exit(ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : 1);
  int status = 1;
  const bool may_trace = process > 0 && waitpid(process, &status, 0) == process && status == 0;
  return may_trace ? "" : "processes may not be traced here (ptrace), so that none can be run step by step";
}

SteppedThreads::SteppedThreads(const std::string &program) : process_(fork()), running_(process_) {
  if (process_ == 0) {
    if (make_descriptors() && ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0)
      execl(program.c_str(), program.c_str(), nullptr);
    _exit(127);
  }
  if (process_ < 0) fail("no process could be made");
  threads_[process_] = {++last_number_, true};
  wait_for(process_);
  if (ended() || ptrace(PTRACE_SETOPTIONS, process_, nullptr, PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL) != 0)
    fail("the program does not start");
}

SteppedThreads::~SteppedThreads() {
  if (process_ < 0 || ended()) return;
  kill(process_, SIGKILL);
  // The end of the process itself is reported after that of its last thread.
  while (waitpid(-1, nullptr, __WALL | __WNOTHREAD) > 0) continue;
}

user_regs_struct SteppedThreads::registers() const {
  user_regs_struct read = {};
  if (ptrace(PTRACE_GETREGS, running_, nullptr, &read) != 0) fail("the registers cannot be read");
  return read;
}

uint64_t SteppedThreads::code_at(uint64_t address) {
  const auto [place, added] = code_.try_emplace(address);
  if (added) place->second = static_cast<uint64_t>(ptrace(PTRACE_PEEKTEXT, running_, address, nullptr));
  return place->second;
}

bool SteppedThreads::waits() {
  const user_regs_struct before = registers();
  return before.rax == SYS_read && waits_for_turn(before.rdi) && (code_at(before.rip) & 0xffff) == system_call_code;
}

void SteppedThreads::go_on() {
  if (ptrace(PTRACE_SINGLESTEP, running_, nullptr, nullptr) != 0) fail("no single step");
}

int SteppedThreads::wait_for(pid_t thread) {
  int status = 0;
  if (waitpid(thread, &status, __WALL) != thread) fail("a thread is gone");
  if (WIFSTOPPED(status)) {
    if (WSTOPSIG(status) != SIGTRAP) fail("the program got signal " + std::to_string(WSTOPSIG(status)));
    return status;
  }
  threads_.erase(thread);
  if (status != 0) fail("the program ended with status " + std::to_string(status));
  return status;
}

// Only one can: a thread that was resumed or created by the one that waits from now on.
SteppedThreads::Next SteppedThreads::let_another_run() {
  int status = 0;
  const pid_t next = waitpid(-1, &status, __WALL | __WNOTHREAD);
  if (next < 0 || !threads_.contains(next) || !WIFSTOPPED(status)) fail("nobody goes on");
  running_ = next;
  Thread &thread = threads_.at(next);
  const int expected = thread.has_begun ? SIGTRAP : SIGSTOP;
  if (WSTOPSIG(status) != expected) fail("the program got signal " + std::to_string(WSTOPSIG(status)));
  if (thread.has_begun) return Next::waited;
  thread.has_begun = true;
  return Next::begins;
}

SteppedThreads::Next SteppedThreads::step() {
  const bool waits_now = waits();
  go_on();
  if (waits_now) return let_another_run();
  const int status = wait_for(running_);
  if (!WIFSTOPPED(status)) return ended() ? Next::nobody : let_another_run();
  if (status >> 16 != PTRACE_EVENT_CLONE) return Next::same;
  unsigned long created = 0;
  if (ptrace(PTRACE_GETEVENTMSG, running_, nullptr, &created) != 0) fail("a new thread is not known");
  threads_[static_cast<pid_t>(created)] = {++last_number_, false};
  go_on();
  wait_for(running_);
  return Next::same;
}

}  // namespace hagstone::truth
