// SPDX-License-Identifier: MIT
#include "interrupted_call.h"

#include <errno.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>

namespace hagstone {

namespace {

// Calls that have done nothing when they return EINTR, and that the kernel does not restart.
bool can_be_repeated(uint64_t number) {
  switch (number) {
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
    case SYS_epoll_pwait2:
    case SYS_semop:
    case SYS_semtimedop:
    case SYS_io_getevents:
    case SYS_io_pgetevents:
    case SYS_io_uring_enter:
    case SYS_rt_sigtimedwait: return true;
    default: return false;
  }
}

constexpr uint64_t instruction_bytes = 2;  // of a system call

// Errors internal to the kernel (include/linux/errno.h): ERESTARTSYS, ERESTARTNOINTR, ERESTARTNOHAND,
// ERESTART_RESTARTBLOCK.
bool is_restart(int64_t result) { return result == -512 || result == -513 || result == -514 || result == -516; }

user_regs_struct before_call(user_regs_struct registers) {
  registers.rax = registers.orig_rax;
  registers.rip -= instruction_bytes;
  registers.orig_rax = ~uint64_t{0};
  return registers;
}

}  // namespace

bool is_agent_timer(const siginfo_t &signal) {
  // Watch/perf_event.cpp: the mark of the agent's tags.
  constexpr uint64_t mark = 0x4753;
  return signal.si_code == SI_TIMER && reinterpret_cast<uint64_t>(signal.si_value.sival_ptr) >> 48 == mark;
}

bool undo_interruption(pid_t thread) {
  user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, thread, 0, &registers) != 0) return false;
  const bool in_system_call = static_cast<int64_t>(registers.orig_rax) >= 0;
  if (!in_system_call) return false;
  if (static_cast<int64_t>(registers.rax) == -EINTR && can_be_repeated(registers.orig_rax)) {
    registers = before_call(registers);
    ptrace(PTRACE_SETREGS, thread, 0, &registers);
  }
  return true;
}

user_regs_struct before_interrupted_call(user_regs_struct registers) {
  const auto result = static_cast<int64_t>(registers.rax);
  const bool in_system_call = static_cast<int64_t>(registers.orig_rax) >= 0;
  const bool repeats = is_restart(result) || (result == -EINTR && can_be_repeated(registers.orig_rax));
  return in_system_call && repeats ? before_call(registers) : registers;
}

}  // namespace hagstone
