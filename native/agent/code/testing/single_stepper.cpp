// SPDX-License-Identifier: MIT
#include "code/testing/single_stepper.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hagstone::testing {
namespace {

[[noreturn]] void fail(const char *what) {
  perror(what);
  abort();
}

bool read_process(pid_t process, uint64_t address, void *destination, size_t length) {
  iovec local = {destination, length};
  iovec remote = {reinterpret_cast<void *>(address), length};
  return process_vm_readv(process, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(length);
}

bool read_child(void *self, uint64_t address, void *destination, size_t length) {
  return read_process(*static_cast<pid_t *>(self), address, destination, length);
}

bool read_own(void *, uint64_t address, void *destination, size_t length) {
  return read_process(getpid(), address, destination, length);
}

}  // namespace

SingleStepper::SingleStepper(void (*body)()) : child_(fork()) {
  if (child_ < 0) fail("fork");
  if (child_ == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) fail("ptrace");
    raise(SIGSTOP);
    body();
    _exit(0);
  }
  int status;
  if (waitpid(child_, &status, 0) != child_ || !WIFSTOPPED(status)) fail("waitpid");
  if (ptrace(PTRACE_SETOPTIONS, child_, nullptr, PTRACE_O_EXITKILL) != 0) fail("PTRACE_SETOPTIONS");
  do {
    if (!step()) fail("the child ended before it began");
  } while (registers_.instruction != reinterpret_cast<uint64_t>(body));
}

SingleStepper::~SingleStepper() {
  if (ended_) return;
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

bool SingleStepper::step() {
  if (ended_) return false;
  const int signal = pending_signal_;
  pending_signal_ = 0;
  if (ptrace(PTRACE_SINGLESTEP, child_, nullptr, signal) != 0) fail("PTRACE_SINGLESTEP");
  entered_signal_handler_ = signal != 0;
  return wait_for_stop();
}

bool SingleStepper::wait_for_stop() {
  int status;
  if (waitpid(child_, &status, 0) != child_) fail("waitpid");
  if (!WIFSTOPPED(status)) {
    ended_ = true;
    return false;
  }
  if (WSTOPSIG(status) != SIGTRAP) {
    pending_signal_ = WSTOPSIG(status);
    return step();
  }
  user_regs_struct all;
  if (ptrace(PTRACE_GETREGS, child_, nullptr, &all) != 0) fail("PTRACE_GETREGS");
  const uint64_t general[16] = {all.rax, all.rcx, all.rdx, all.rbx, all.rsp, all.rbp, all.rsi, all.rdi,
                                all.r8,  all.r9,  all.r10, all.r11, all.r12, all.r13, all.r14, all.r15};
  for (unsigned i = 0; i < 16; i++) registers_.general[i] = general[i];
  registers_.instruction = all.rip;
  registers_.flags = all.eflags;
  return true;
}

MemoryReader SingleStepper::memory() { return {read_child, &child_}; }

MemoryReader own_memory() { return {read_own, nullptr}; }

}  // namespace hagstone::testing
