// SPDX-License-Identifier: MIT
// Coroutines on stacks below and above the one of the thread, which yield to the function that resumes them. The comments
// say how often `leaf` runs.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>

#define NOINLINE __attribute__((noinline, noclone))
enum { STACK = 1 << 16, COROUTINES = 2 };

static volatile int sink;
NOINLINE void leaf(void) { sink++; }

static ucontext_t outside, inside[COROUTINES];
static int running;

NOINLINE void yields(void) {
  swapcontext(&inside[running], &outside);
  leaf();  // 3 of each coroutine
}
NOINLINE void deeper(void) {
  leaf();  // 3
  yields();
  leaf();  // 3
  sink++;
}
NOINLINE void coroutine(void) {
  for (volatile int i = 0; i < 3; i++) deeper();
  leaf();  // 1
}
NOINLINE void resumes(int which) {
  running = which;
  swapcontext(&outside, &inside[which]);
  leaf();  // 4 of each
}
NOINLINE void makes(char *stacks) {
  for (int which = 0; which < COROUTINES; which++) {
    getcontext(&inside[which]);
    inside[which].uc_stack.ss_sp = stacks + which * STACK;
    inside[which].uc_stack.ss_size = STACK;
    inside[which].uc_link = &outside;
    makecontext(&inside[which], coroutine, 0);
  }
}
// In turns.
NOINLINE void uses(char *stacks) {
  makes(stacks);
  for (int round = 0; round < 4; round++)
    for (int which = 0; which < COROUTINES; which++) resumes(which);
  leaf();  // 1
}
NOINLINE void below(char *stacks) {
  uses(stacks);
  sink++;
}
// From a stack of its own, under which the others are not.
static ucontext_t first;
static char *above_it;
NOINLINE void above(void) {
  uses(above_it);
  sink++;
}

int main(void) {
  char *const stacks = mmap(0, 4 * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stacks == MAP_FAILED) return 1;
  below(stacks);
  leaf();  // 1
  ucontext_t low;
  getcontext(&low);
  low.uc_stack.ss_sp = stacks;
  low.uc_stack.ss_size = STACK;
  low.uc_link = &first;
  above_it = stacks + STACK;
  makecontext(&low, above, 0);
  swapcontext(&first, &low);
  leaf();  // 1
  puts("over");
  return 0;
}
