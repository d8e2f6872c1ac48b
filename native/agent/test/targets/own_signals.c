// SPDX-License-Identifier: MIT
// Uses SIGTRAP, masks and alternate stacks itself, and prints its observations.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "work.h"

static volatile int traps, raised, nested, on_alternate_stack;
static sigjmp_buf place;
static char *stack;
enum { STACK_BYTES = 65536 };

static void on_trap(int signal, siginfo_t *info, void *context) {
  (void)context;
  work(0.01);
  if (info->si_code == SI_TKILL) raised++;
  else traps++;
  char here;
  if (&here >= stack && &here < stack + STACK_BYTES) on_alternate_stack++;
  sigset_t mask;
  sigprocmask(SIG_BLOCK, NULL, &mask);
  if (sigismember(&mask, signal) && sigismember(&mask, SIGUSR1)) nested++;
}

static void jump_out(int signal) {
  (void)signal;
  siglongjmp(place, 1);
}

/* A debugger's trick: step over by changing the context. */
static void skip(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)info;
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = 77;
}

static void on_user(int signal) {
  (void)signal;
  work(0.03);
}

int main(void) {
  struct sigaction action = {0}, old;
  action.sa_sigaction = on_trap;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGUSR1);
  sigaction(SIGTRAP, &action, &old);
  printf("before: %s\n", old.sa_handler == SIG_DFL ? "default" : "something");
  sigaction(SIGTRAP, NULL, &old);
  printf("told back: %d %d %d\n", old.sa_sigaction == on_trap, old.sa_flags & SA_SIGINFO, sigismember(&old.sa_mask, SIGUSR1));

  for (int i = 0; i < 20; i++) {
    work(0.002);
    __asm__ volatile("int3");
    raise(SIGTRAP);
  }
  printf("traps %d, raised %d, masked %d\n", traps, raised, nested);

  stack_t mine = {0}, before;
  stack = malloc(STACK_BYTES);
  mine.ss_sp = stack;
  mine.ss_size = STACK_BYTES;
  sigaltstack(&mine, &before);
  printf("alternate stack before: %s\n", before.ss_flags & SS_DISABLE ? "none" : "some");
  action.sa_flags |= SA_ONSTACK;
  sigaction(SIGTRAP, &action, NULL);
  for (int i = 0; i < 10; i++) {
    work(0.005);
    __asm__ volatile("int3");
  }
  stack_t now;
  sigaltstack(NULL, &now);
  printf("on alternate stack %d, told back %d\n", on_alternate_stack, now.ss_sp == stack);
  mine.ss_flags = SS_DISABLE;
  sigaltstack(&mine, NULL);
  work(0.02);

  for (int i = 0; i < 20; i++) {
    signal(SIGTRAP, jump_out);
    if (!sigsetjmp(place, 1)) {
      work(0.001);
      if (i % 2) raise(SIGTRAP);
      else __asm__ volatile("int3");
      puts("not reached");
    }
  }
  puts("jumped out");

  action.sa_sigaction = skip;
  action.sa_flags = SA_SIGINFO | SA_RESETHAND;
  sigaction(SIGTRAP, &action, NULL);
  long rax = 1;
  __asm__ volatile("int3" : "+a"(rax));
  sigaction(SIGTRAP, NULL, &old);
  printf("changed context %ld, reset %d\n", rax, old.sa_handler == SIG_DFL);

  traps = raised = 0;
  action.sa_sigaction = on_trap;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &action, NULL);
  sigset_t all, none, mask;
  sigfillset(&all);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &all, NULL);
  raise(SIGTRAP);
  work(0.1);
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  printf("blocked: raised %d, told blocked %d\n", raised, sigismember(&mask, SIGTRAP));
  sigprocmask(SIG_SETMASK, &none, NULL);
  printf("unblocked: raised %d\n", raised);

  sigset_t trap, pending;
  siginfo_t info;
  sigemptyset(&trap);
  sigaddset(&trap, SIGTRAP);
  sigprocmask(SIG_SETMASK, &all, NULL);
  work(0.01);
  raise(SIGTRAP);
  sigpending(&pending);
  int waited = 0;
  sigwait(&trap, &waited);
  printf("pending %d, waited for %d\n", sigismember(&pending, SIGTRAP), waited);
  work(0.01);
  kill(getpid(), SIGTRAP);
  int got = sigwaitinfo(&trap, &info);
  sigpending(&pending);
  printf("waited for %d of code %d, then pending %d\n", got, info.si_code, sigismember(&pending, SIGTRAP));
  raise(SIGTRAP);
  got = sigwaitinfo(&trap, &info);
  printf("and for %d of code %d\n", got, info.si_code);
  const struct timespec soon = {0, 20000000};
  got = sigtimedwait(&trap, &info, &soon);
  printf("then %d, %s\n", got, strerror(errno));
  sigprocmask(SIG_SETMASK, &none, NULL);
  printf("no handler has run since: %d\n", raised);

  struct sigaction user = {0};
  user.sa_handler = on_user;
  sigfillset(&user.sa_mask);
  sigaction(SIGUSR2, &user, NULL);
  sigaction(SIGUSR2, NULL, &old);
  raise(SIGUSR2);
  printf("full mask told back %d\n", sigismember(&old.sa_mask, SIGTRAP));
  errno = 0;
  work(0.05);
  printf("errno %d\n", errno);
  return 0;
}
