/* SPDX-License-Identifier: MIT
 *
 * Dead stores at the bottom of a recursion, at two depths: one below the usual depth cap of a context, one above.
 *
 * True answer: the first store of bottom() is KILLED_BY the second one, which is used. Half the calls are 100 calls of
 * descend() deep, half 2000: contexts of the latter are cut at the root and say so.
 *
 * Usage: recursion [ROUNDS] */
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 20 * 1000, SHALLOW = 100, DEEP = 2000, DEFAULT_ROUNDS = 60000 };

static volatile int array[LENGTH];

__attribute__((noinline)) static long bottom(void) {
  for (int i = 0; i < LENGTH; i++)
    array[i] = 0; /* answer: dead store */
  for (int j = 0; j < LENGTH; j++)
    array[j] = j; /* answer: killing store */
  long sum = 0;
  for (int k = 0; k < LENGTH; k++)
    sum += array[k];
  return sum;
}

/* The compiler would make a loop of it, the addition after the call notwithstanding. */
__attribute__((noinline, optimize("no-optimize-sibling-calls"))) static long descend(int depth) { return depth ? descend(depth - 1) + depth : bottom(); }

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : DEFAULT_ROUNDS;
  long sum = 0;
  for (int round = 0; round < rounds; round++)
    sum += descend(round % 2 ? DEEP : SHALLOW);
  printf("%ld\n", sum);
  return 0;
}
