// SPDX-License-Identifier: MIT
// Two coroutines that switch to each other by a jump, as Boost.Context does, on stacks close to each other. The comments say
// how often `leaf` runs.
#include <stdint.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline, noclone))

static volatile int sink;
NOINLINE void leaf(void) { sink++; }

// Leaves where it is on its stack in `*here`, and continues where another one was left.
void switch_stacks(void **here, void *there);
__asm__(
    ".text\n"
    ".type switch_stacks, @function\n"
    "switch_stacks: push %rbp\n"
    "push %rbx\n"
    "push %r12\n"
    "push %r13\n"
    "push %r14\n"
    "push %r15\n"
    "mov %rsp, (%rdi)\n"
    "mov %rsi, %rsp\n"
    "pop %r15\n"
    "pop %r14\n"
    "pop %r13\n"
    "pop %r12\n"
    "pop %rbx\n"
    "pop %rbp\n"
    "pop %rcx\n"
    "jmp *%rcx\n"
    ".size switch_stacks, . - switch_stacks\n");

enum { WORDS = 2048 };
static _Alignas(16) uint64_t stacks[2][WORDS];
static void *outside, *inside_first, *inside_second;

NOINLINE void ping(void) {
  leaf();  // 3
  switch_stacks(&inside_first, inside_second);
  leaf();  // 3
}
NOINLINE void pong(void) {
  leaf();  // 3
  switch_stacks(&inside_second, inside_first);
  sink++;
}
NOINLINE void first(void) {
  for (volatile int i = 0; i < 3; i++) ping();
  switch_stacks(&inside_first, outside);
}
NOINLINE void second(void) {
  for (;;) pong();
}

NOINLINE void *made(uint64_t *stack, void (*function)(void)) {
  uint64_t *const top = stack + WORDS - 2; /* as if it had been called */
  top[-1] = (uintptr_t)function;
  for (int i = 2; i < 8; i++) top[-i] = 0;
  return top - 7;
}
NOINLINE void starts(int upwards) {
  inside_first = made(stacks[!upwards], first);
  inside_second = made(stacks[upwards], second);
  switch_stacks(&outside, inside_first);
  leaf();  // 1
}
NOINLINE void upwards(void) {
  starts(1);
  sink++;
}
NOINLINE void downwards(void) {
  starts(0);
  sink++;
}

int main(void) {
  upwards();
  downwards();
  leaf();  // 1
  puts("switched");
  return 0;
}
