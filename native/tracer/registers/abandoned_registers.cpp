// SPDX-License-Identifier: MIT
#include "abandoned_registers.h"

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hardware_registers.h"
#include "../remote/process_status.h"

namespace hagstone {

namespace {

void clear(pid_t thread) {
  if (ptrace(PTRACE_SEIZE, thread, 0, 0) != 0) return;
  ptrace(PTRACE_INTERRUPT, thread, 0, 0);
  // Its end is for others to wait for.
  siginfo_t stop = {};
  if (waitid(P_PID, thread, &stop, WEXITED | WSTOPPED | WNOWAIT | __WALL) != 0 || stop.si_code != CLD_TRAPPED) return;
  int status = 0;
  if (waitpid(thread, &status, __WALL) != thread || !WIFSTOPPED(status)) return;
  HardwareRegisters::clear_unknown(thread);
  const bool delivers = status >> 16 == 0;
  ptrace(PTRACE_DETACH, thread, 0, delivers ? WSTOPSIG(status) : 0);
}

}  // namespace

void clear_abandoned_registers() {
  for (const pid_t process : descendants_of(getpid()))
    for (const pid_t thread : threads_of(process)) clear(thread);
}

}  // namespace hagstone
