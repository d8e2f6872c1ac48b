// SPDX-License-Identifier: MIT
#include "stopped_thread.h"

#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdint>
#include <thread>

#include "../attach_refusal.h"
#include "interrupted_call.h"
#include "process_status.h"
#include "remote_memory.h"
#include "safe_place.h"

using namespace std::chrono_literals;

namespace hagstone {

namespace {

constexpr auto longest_search = 5s;
constexpr auto pause_between = 2ms;
// Most threads come to a safe place by themselves before.
constexpr auto steps_begin = 20ms;
// Longer than allocators take, short enough for a thread that is in the middle of copying much memory.
constexpr unsigned most_steps = 5'000;
// Threads begin and libraries are loaded during a search: their stacks and code are unknown before.
constexpr auto places_hold = 100ms;

// The kernel takes the handler of SIGTRAP away from programs that block or ignore the signal when they are stepped.
bool may_be_stepped(pid_t thread) {
  uint64_t blocked = 0;
  constexpr uint64_t trap = uint64_t{1} << (SIGTRAP - 1);
  if (ptrace(PTRACE_GETSIGMASK, thread, sizeof blocked, &blocked) != 0 || blocked & trap) return false;
  return !ignores_signal(thread, SIGTRAP);
}

bool is_before_system_call(pid_t thread, uint64_t instruction) {
  constexpr uint16_t syscall_code = 0x050f, sysenter_code = 0x340f, int_80_code = 0x80cd;
  uint16_t code;
  if (!read_remote(thread, instruction, &code, sizeof code)) return true;
  return code == syscall_code || code == sysenter_code || code == int_80_code;
}

}  // namespace

std::optional<StoppedThread> StoppedThread::stop(pid_t id, int &error) {
  if (ptrace(PTRACE_SEIZE, id, 0, PTRACE_O_TRACESYSGOOD) != 0) {
    error = errno;
    return {};
  }
  int status;
  ptrace(PTRACE_INTERRUPT, id, 0, 0);
  if (waitpid(id, &status, __WALL) != id || !WIFSTOPPED(status)) return {};
  const bool delivers = status >> 16 == 0;
  StoppedThread thread(id);
  if (delivers || WSTOPSIG(status) != SIGTRAP || !thread.leave_system_call()) {
    ptrace(PTRACE_DETACH, id, 0, delivers ? WSTOPSIG(status) : 0);
    return {};
  }
  return thread;
}

bool StoppedThread::step() {
  int status;
  siginfo_t signal;
  if (ptrace(PTRACE_SINGLESTEP, id_, 0, 0) != 0 || waitpid(id_, &status, __WALL) != id_ || !WIFSTOPPED(status))
    return false;
  if (status >> 16 != 0 || ptrace(PTRACE_GETSIGINFO, id_, 0, &signal) != 0) return false;
  const bool stepped = WSTOPSIG(status) == SIGTRAP && signal.si_code == TRAP_TRACE;
  if (!stepped) signal_ = WSTOPSIG(status);
  return stepped && ptrace(PTRACE_GETREGS, id_, 0, &at_stop_) == 0;
}

bool StoppedThread::step_to(const SafePlaces &places) {
  if (!may_be_stepped(id_)) return false;
  at_stop_ = before_interrupted_call(at_stop_);
  for (unsigned steps = 0; steps < most_steps; steps++) {
    if (is_before_system_call(id_, at_stop_.rip) || !step()) return false;
    if (places.is_safe(id_, at_stop_)) return true;
  }
  return false;
}

void StoppedThread::let_go() const { ptrace(PTRACE_DETACH, id_, 0, signal_); }

bool StoppedThread::leave_system_call() {
  if (ptrace(PTRACE_GETREGS, id_, 0, &at_stop_) != 0) return false;
  const user_regs_struct registers = before_interrupted_call(at_stop_);
  return ptrace(PTRACE_SETREGS, id_, 0, &registers) == 0;
}

std::optional<StoppedThread> stop_at_safe_place(pid_t process, std::string &refusal) {
  const auto begin = std::chrono::steady_clock::now();
  const auto is_past = [begin](auto time) { return std::chrono::steady_clock::now() - begin > time; };
  SafePlaces places(process);
  auto places_end = places_hold;
  while (!is_past(longest_search)) {
    int error = 0;
    if (is_past(places_end)) {
      places = SafePlaces(process);
      places_end += places_hold;
    }
    for (pid_t id : threads_of(process)) {
      auto thread = StoppedThread::stop(id, error);
      if (!thread) continue;
      if (places.is_safe(id, thread->registers_at_stop())) return thread;
      if (is_past(steps_begin) && !is_past(longest_search) && thread->step_to(places)) return thread;
      thread->let_go();
    }
    if (error && error != ESRCH) {
      refusal = seize_refusal(process, error);
      return {};
    }
    std::this_thread::sleep_for(pause_between);
  }
  refusal = process_status(process, "Pid").empty()
                ? "it has ended"
                : "no thread came to a place where functions can be called in it; try again";
  return {};
}

}  // namespace hagstone
