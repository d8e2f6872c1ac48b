// SPDX-License-Identifier: MIT
#include "remote_call.h"

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>

namespace hagstone {

namespace {

constexpr int system_call_stop = SIGTRAP | 0x80;  // PTRACE_O_TRACESYSGOOD

bool go_to_system_call_stop(pid_t thread) {
  for (;;) {
    int status;
    if (ptrace(PTRACE_SYSCALL, thread, 0, 0) != 0 || waitpid(thread, &status, __WALL) != thread) return false;
    if (!WIFSTOPPED(status)) return false;
    if (WSTOPSIG(status) == system_call_stop) return true;
  }
}

}  // namespace

std::optional<int64_t> remote_system_call(pid_t thread, uint64_t instruction, long number, uint64_t a, uint64_t b,
                                          uint64_t c, uint64_t d, uint64_t e, uint64_t f) {
  uint64_t mask;
  const uint64_t all = ~uint64_t{0};
  user_regs_struct before;
  if (ptrace(PTRACE_GETREGS, thread, 0, &before) != 0) return {};
  if (ptrace(PTRACE_GETSIGMASK, thread, sizeof mask, &mask) != 0) return {};
  // No signal may come between the stop and the call.
  ptrace(PTRACE_SETSIGMASK, thread, sizeof all, &all);
  user_regs_struct call = before;
  call.rip = instruction;
  call.rax = static_cast<uint64_t>(number);
  call.orig_rax = all;  // no system call is to be restarted
  call.rdi = a;
  call.rsi = b;
  call.rdx = c;
  call.r10 = d;
  call.r8 = e;
  call.r9 = f;
  user_regs_struct after = {};
  const bool returned = ptrace(PTRACE_SETREGS, thread, 0, &call) == 0 && go_to_system_call_stop(thread) &&
                        go_to_system_call_stop(thread) && ptrace(PTRACE_GETREGS, thread, 0, &after) == 0;
  ptrace(PTRACE_SETREGS, thread, 0, &before);
  ptrace(PTRACE_SETSIGMASK, thread, sizeof mask, &mask);
  if (!returned) return {};
  return static_cast<int64_t>(after.rax);
}

}  // namespace hagstone
