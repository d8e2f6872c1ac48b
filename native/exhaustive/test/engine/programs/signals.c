// SPDX-License-Identifier: MIT
// Signal handlers: on the thread's stack and on another one, returning and left by siglongjmp, synchronous and not.
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone))

static sigjmp_buf place;
static volatile int sink;
NOINLINE void leaf(void) { sink++; }

NOINLINE void handler(int signal) {
  leaf();
  sink += signal;
}
NOINLINE void escaping_handler(int signal) {
  leaf();
  siglongjmp(place, signal);
}
NOINLINE void handle(int signal, void (*function)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = function;
  action.sa_flags = flags;
  sigaction(signal, &action, 0);
}

NOINLINE void raises(void) {
  handle(SIGUSR1, handler, 0);
  for (int i = 0; i < 3; i++) kill(getpid(), SIGUSR1);  // handler's leaf: 3
  leaf();                                              // 1
  sink++;
}
NOINLINE void faults(int flags) {
  handle(SIGSEGV, escaping_handler, flags);
  for (volatile int i = 0; i < 3; i++) {
    if (sigsetjmp(place, 1) == 0) *(volatile int *)8 = 1;  // escaping_handler's leaf: 3
    leaf();                                                // 3
  }
  sink++;
}
NOINLINE void on_own_stack(void) {
  faults(0);
  sink++;
}
// `place`: below the thread's stack or within it, above all that calls from here on.
NOINLINE void on_other_stack(char *place) {
  const stack_t stack = {.ss_sp = place, .ss_size = 1 << 16};
  sigaltstack(&stack, 0);
  faults(SA_ONSTACK);
  sink++;
}

int main(void) {
  raises();
  on_own_stack();
  static char below[1 << 16];
  char above[1 << 16];
  on_other_stack(below);
  on_other_stack(above);
  leaf();  // 1
  puts("handled");
  signal(SIGTERM, SIG_DFL);
  kill(getpid(), SIGTERM);
  return 0;
}
