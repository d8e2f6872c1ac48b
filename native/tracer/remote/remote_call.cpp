// SPDX-License-Identifier: MIT
#include "remote_call.h"

#include <elf.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

#include <vector>

#include "remote_memory.h"

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

namespace {

constexpr uint64_t direction_flag = 1 << 10;
constexpr uint64_t system_call_bytes = 2;
constexpr uint64_t no_system_call = ~uint64_t{0};

// Vector registers and everything else that a called function may change besides the general registers.
class ExtendedState {
 public:
  explicit ExtendedState(pid_t thread) : thread_(thread), bytes_(16384) {
    iovec space = {bytes_.data(), bytes_.size()};
    bytes_.resize(ptrace(PTRACE_GETREGSET, thread_, NT_X86_XSTATE, &space) == 0 ? space.iov_len : 0);
  }
  ~ExtendedState() {
    iovec saved = {bytes_.data(), bytes_.size()};
    if (!bytes_.empty()) ptrace(PTRACE_SETREGSET, thread_, NT_X86_XSTATE, &saved);
  }
  ExtendedState(const ExtendedState &) = delete;
  ExtendedState &operator=(const ExtendedState &) = delete;

 private:
  pid_t thread_;
  std::vector<char> bytes_;
};

// Runs until the function has returned to the instruction at `place`: a system call that is not made.
std::optional<uint64_t> run_to_return(pid_t thread, uint64_t place, uint64_t stack_end) {
  for (int signal = 0;;) {
    int status;
    if (ptrace(PTRACE_SYSCALL, thread, 0, signal) != 0 || waitpid(thread, &status, __WALL) != thread) return {};
    if (!WIFSTOPPED(status)) return {};
    const bool delivers = status >> 16 == 0 && WSTOPSIG(status) != system_call_stop;
    signal = delivers ? WSTOPSIG(status) : 0;
    if (WSTOPSIG(status) != system_call_stop) continue;
    user_regs_struct registers;
    if (ptrace(PTRACE_GETREGS, thread, 0, &registers) != 0) return {};
    if (registers.rip != place + system_call_bytes || registers.rsp != stack_end) continue;
    const uint64_t result = registers.orig_rax;
    registers.orig_rax = no_system_call;
    if (ptrace(PTRACE_SETREGS, thread, 0, &registers) != 0 || !go_to_system_call_stop(thread)) return {};
    return result;
  }
}

}  // namespace

std::optional<uint64_t> remote_function_call(pid_t thread, uint64_t instruction, uint64_t stack_end, uint64_t function,
                                             uint64_t a, uint64_t b) {
  user_regs_struct before;
  if (ptrace(PTRACE_GETREGS, thread, 0, &before) != 0) return {};
  const ExtendedState extended(thread);
  user_regs_struct call = before;
  call.rsp = stack_end - sizeof instruction;
  if (!write_remote(thread, call.rsp, &instruction, sizeof instruction)) return {};
  call.rip = function;
  call.rdi = a;
  call.rsi = b;
  call.rax = 0;
  call.orig_rax = no_system_call;
  call.eflags &= ~direction_flag;
  if (ptrace(PTRACE_SETREGS, thread, 0, &call) != 0) return {};
  const auto result = run_to_return(thread, instruction, stack_end);
  ptrace(PTRACE_SETREGS, thread, 0, &before);
  return result;
}

}  // namespace hagstone
