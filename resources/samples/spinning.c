/* SPDX-License-Identifier: MIT
 *
 * CPU time without memory: two functions count in a register, so that no sample of any tool can be taken in them.
 *
 * True answer: of the CPU time long_turn takes three quarters and short_turn one quarter. Their code is the same, and
 * they take turns too often for the machine to be faster in one of them. No tool finds anything.
 *
 * Usage: spinning [TURNS] */
#include <stdlib.h>

enum { STEPS = 100000, DEFAULT_TURNS = 4000 };

/* Each step waits for the one before. */
#define SPIN(steps)                              \
  for (unsigned long left = (steps); left; left--) \
  __asm__ volatile("" : "+r"(left))

__attribute__((noinline, no_icf)) static void long_turn(void) { SPIN(3ul * STEPS); }
__attribute__((noinline, no_icf)) static void short_turn(void) { SPIN(1ul * STEPS); }

int main(int count, char **arguments) {
  const int turns = count > 1 ? atoi(arguments[1]) : DEFAULT_TURNS;
  for (int turn = 0; turn < turns; turn++) {
    long_turn();
    short_turn();
  }
}
