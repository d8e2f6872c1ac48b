// SPDX-License-Identifier: MIT
// Known pitfalls of profilers inside their target. By direct system calls, which cannot be interposed:
//   mask             blocks SIGTRAP, again and again
//   close            closes every descriptor from 3 up
//   fork_in_handler  forks in a signal handler
//   poll             sleeps in calls that a signal would interrupt
//   exec             executes a program while a child holds copies of all descriptors
//   block            blocks all signals for its whole run
//   replace          sets a handler of its own for SIGTRAP
//   kernel           spends its time in system calls
//   breakpoints      uses all debug registers itself, in two threads
//   closed_clock     closes every descriptor before its first sample
// And by function:
//   quick            ends by _exit before any sample
//   thread_stays     ends while another thread that has worked sleeps
//   trace_me         a child lets itself be traced, and counts no stops but its own
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "work.h"

// Long enough that a store waits for the next sweep to overwrite it.
// Blocked sweeps are a third of mask(): enough rounds that one of its samples' traps falls into them.
enum { ROUNDS = 150, MASKED_ROUNDS = 600, SWEPT = 1 << 20 };
static volatile int swept[SWEPT];

__attribute__((noinline)) static void sweep(int value) {
  for (int i = 0; i < SWEPT; i++) swept[i] = value;
}

static void mask(void) {
  const uint64_t trap = UINT64_C(1) << (SIGTRAP - 1);
  uint64_t blocked = 0;
  int blocked_still = 0;
  for (int round = 0; round < MASKED_ROUNDS; round++) {
    sweep(1);
    sweep(2);
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &trap, NULL, sizeof trap);
    sweep(3);
    syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &trap, &blocked, sizeof trap);
    if (blocked & trap) blocked_still++;
  }
  printf("blocked %d\n", blocked_still);
}

// Its own SIGTRAP is pending meanwhile, so that of a watchpoint cannot be.
static void mask_with_pending(void) {
  const uint64_t trap = UINT64_C(1) << (SIGTRAP - 1);
  int taken = 0;
  for (int round = 0; round < ROUNDS; round++) {
    sweep(1);
    sweep(2);
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &trap, NULL, sizeof trap);
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGTRAP);
    sweep(3);
    if (syscall(SYS_rt_sigtimedwait, &trap, NULL, NULL, sizeof trap) == SIGTRAP) taken++;
    syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &trap, NULL, sizeof trap);
  }
  printf("taken %d\n", taken);
}

static void close_all(void) {
  // Long enough that the recording gets its first extents while it still has its descriptor.
  work(0.2);
  for (int round = 0; round < 4; round++) {
    work(0.02);
    for (int descriptor = 3; descriptor < 5000; descriptor++) syscall(SYS_close, descriptor);
    printf("next %d\n", open("/dev/null", O_RDONLY));
  }
  work(0.2);
}

static volatile sig_atomic_t forked;

static void fork_here(int signal) {
  (void)signal;
  pid_t child = fork();
  if (child == 0) {
    work(0.005);
    _exit(7);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 7) forked++;
}

static void fork_in_handler(void) {
  signal(SIGUSR1, fork_here);
  for (int round = 0; round < 10; round++) {
    work(0.02);
    raise(SIGUSR1);
  }
  printf("forked %d\n", (int)forked);
}

static void poll_often(void) {
  int interrupted = 0, waiting = epoll_create1(0);
  struct epoll_event event;
  for (int round = 0; round < 100000; round++)
    if (epoll_wait(waiting, &event, 1, round % 1000 ? 0 : 1) < 0) interrupted++;
  work(0.2);
  printf("interrupted %d\n", interrupted);
}

static void execute(char *program) {
  sweep(1);
  if (syscall(SYS_fork) == 0) {
    const struct timespec beyond_exec = {0, 500000000};
    syscall(SYS_nanosleep, &beyond_exec, NULL);
    syscall(SYS_exit_group, 0);
  }
  char *arguments[] = {program, "after_exec", NULL};
  execv(program, arguments);
}

static void after_exec(void) {
  work(0.1);
  printf("child ended %d\n", wait(NULL) > 0);
}

static void block(void) {
  const uint64_t all = ~UINT64_C(0);
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, NULL, sizeof all);
  work(0.1);
}

static volatile sig_atomic_t handled;
static void handle(int signal) { handled = signal; }
__attribute__((naked)) static void restore(void) { __asm__("mov $15, %eax\n\tsyscall"); }

static void replace(void) {
  const struct {
    void (*handler)(int);
    uint64_t flags;
    void (*restorer)(void);
    uint64_t mask;
  } action = {handle, 0x04000000 /* SA_RESTORER */, restore, 0};
  syscall(SYS_rt_sigaction, SIGTRAP, &action, NULL, sizeof action.mask);
  work(0.1);
}

static void stay_in_kernel(void) {
  static char bytes[1 << 20];
  const int zeros = open("/dev/zero", O_RDONLY);
  for (int round = 0; round < 5000; round++)
    if (read(zeros, bytes, sizeof bytes) < 0) return;
}

enum { REGISTERS = 4 };
static int fired;

static void *use_breakpoints(void *unused) {
  static long watched[REGISTERS];
  int events[REGISTERS];
  work(0.05);
  for (int i = 0; i < REGISTERS; i++) {
    struct perf_event_attr attributes = {.type = PERF_TYPE_BREAKPOINT, .size = sizeof attributes, .bp_type = HW_BREAKPOINT_W,
                                         .bp_addr = (uint64_t)&watched[i], .bp_len = HW_BREAKPOINT_LEN_8, .exclude_kernel = 1, .exclude_hv = 1};
    events[i] = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
  }
  for (int i = 0; i < REGISTERS; i++) *(volatile long *)&watched[i] = 1;
  for (int i = 0; i < REGISTERS; i++) {
    uint64_t count = 0;
    if (read(events[i], &count, sizeof count) == sizeof count) fired += (int)count;
    close(events[i]);
  }
  work(0.05);
  return unused;
}

static void breakpoints(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, use_breakpoints, NULL);
  pthread_join(thread, NULL);
  use_breakpoints(NULL);
  printf("fired %d\n", fired);
}

static void closed_clock(void) {
  for (int descriptor = 3; descriptor < 5000; descriptor++) syscall(SYS_close, descriptor);
  work(0.1);
}

static void trace_me(void) {
  const pid_t child = fork();
  if (child == 0) {
    work(0.02);
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    work(0.05);
    raise(SIGUSR1);
    _exit(5);
  }
  int status = 0, stops = 0;
  while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
    stops++;
    ptrace(PTRACE_CONT, child, NULL, NULL);
  }
  printf("stops %d, status %d\n", stops, WEXITSTATUS(status));
}

static int finished[2];

static void *work_and_stay(void *unused) {
  work(0.1);
  if (write(finished[1], "", 1) == 1)
    for (;;) pause();
  return unused;
}

static void thread_stays(void) {
  pthread_t thread;
  char byte;
  if (pipe(finished) != 0 || pthread_create(&thread, NULL, work_and_stay, NULL) != 0) exit(8);
  exit(read(finished[0], &byte, 1) == 1 ? 3 : 7);
}

static void quick(void) {
  work(0.1);
  _exit(3);
}

int main(int count, char **arguments) {
  const char *way = count > 1 ? arguments[1] : "";
  if (!strcmp(way, "mask")) mask();
  if (!strcmp(way, "close")) close_all();
  if (!strcmp(way, "fork_in_handler")) fork_in_handler();
  if (!strcmp(way, "poll")) poll_often();
  if (!strcmp(way, "mask_with_pending")) mask_with_pending();
  if (!strcmp(way, "exec")) execute(arguments[0]);
  if (!strcmp(way, "after_exec")) after_exec();
  if (!strcmp(way, "block")) block();
  if (!strcmp(way, "replace")) replace();
  if (!strcmp(way, "kernel")) stay_in_kernel();
  if (!strcmp(way, "breakpoints")) breakpoints();
  if (!strcmp(way, "closed_clock")) closed_clock();
  if (!strcmp(way, "trace_me")) trace_me();
  if (!strcmp(way, "quick")) quick();
  if (!strcmp(way, "thread_stays")) thread_stays();
  return 9;
}
