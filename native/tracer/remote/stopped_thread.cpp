// SPDX-License-Identifier: MIT
#include "stopped_thread.h"

#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../attach_refusal.h"
#include "interrupted_call.h"
#include "process_status.h"
#include "safe_place.h"

namespace hagstone {

namespace {

constexpr unsigned longest_search = 5'000;  // ms
constexpr unsigned pause_between = 2;       // ms
// Threads begin and libraries are loaded during a search: their stacks and code are unknown before.
constexpr unsigned places_hold = 100;  // ms

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

void StoppedThread::let_go() const { ptrace(PTRACE_DETACH, id_, 0, 0); }

bool StoppedThread::leave_system_call() {
  if (ptrace(PTRACE_GETREGS, id_, 0, &at_stop_) != 0) return false;
  const user_regs_struct registers = before_interrupted_call(at_stop_);
  return ptrace(PTRACE_SETREGS, id_, 0, &registers) == 0;
}

std::optional<StoppedThread> stop_at_safe_place(pid_t process, std::string &refusal) {
  SafePlaces places(process);
  for (unsigned waited = 0; waited < longest_search; waited += pause_between) {
    int error = 0;
    if (waited && waited % places_hold == 0) places = SafePlaces(process);
    for (pid_t id : threads_of(process)) {
      auto thread = StoppedThread::stop(id, error);
      if (!thread) continue;
      if (places.is_safe(id, thread->registers_at_stop())) return thread;
      thread->let_go();
    }
    if (error && error != ESRCH) {
      refusal = seize_refusal(process, error);
      return {};
    }
    usleep(pause_between * 1000);
  }
  refusal = process_status(process, "Pid").empty()
                ? "it has ended"
                : "no thread came to a place where functions can be called in it; try again";
  return {};
}

}  // namespace hagstone
