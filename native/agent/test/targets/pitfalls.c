// SPDX-License-Identifier: MIT
// What has broken profilers that live in their target. By system call, where nothing can stand in front of it:
//   mask             blocks SIGTRAP, again and again
//   close            closes every descriptor from 3 up
//   fork_in_handler  forks in a signal handler
//   poll             sleeps in calls that a signal would interrupt
//   exec             executes a program while a child holds copies of all descriptors
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "work.h"

// So long that a store waits for the next sweep to be overwritten.
enum { ROUNDS = 150, SWEPT = 1 << 20 };
static volatile int swept[SWEPT];

__attribute__((noinline)) static void sweep(int value) {
  for (int i = 0; i < SWEPT; i++) swept[i] = value;
}

static void mask(void) {
  const uint64_t trap = UINT64_C(1) << (SIGTRAP - 1);
  uint64_t blocked = 0;
  int blocked_still = 0;
  for (int round = 0; round < ROUNDS; round++) {
    sweep(1);
    sweep(2);
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &trap, NULL, sizeof trap);
    sweep(3);
    syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &trap, &blocked, sizeof trap);
    if (blocked & trap) blocked_still++;
  }
  printf("blocked %d\n", blocked_still);
}

static void close_all(void) {
  // So long that the recording has got its first extents while it still has its descriptor.
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

int main(int count, char **arguments) {
  const char *way = count > 1 ? arguments[1] : "";
  if (!strcmp(way, "mask")) mask();
  if (!strcmp(way, "close")) close_all();
  if (!strcmp(way, "fork_in_handler")) fork_in_handler();
  if (!strcmp(way, "poll")) poll_often();
  if (!strcmp(way, "exec")) execute(arguments[0]);
  if (!strcmp(way, "after_exec")) after_exec();
  return 9;
}
