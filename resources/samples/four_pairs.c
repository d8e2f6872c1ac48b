/* SPDX-License-Identifier: MIT
 *
 * WITCH Listing 3: sparse and dense dead stores side by side.
 *
 * True answer, in accesses: four pairs of 25 % each:
 *   i loop KILLED_BY j loop, j loop KILLED_BY (next round's) i loop, *p KILLED_BY *q, *q KILLED_BY *p.
 * In time: each pair's share is that of the clock ticks that fall into its first loop.
 *
 * Usage: four_pairs [ROUNDS] */
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 100 * 1000, DEFAULT_ROUNDS = 12000 };

static volatile int array[LENGTH];
static volatile int target;

/* p and q are the same place; not inlined, so that the compiler cannot know. */
__attribute__((noinline)) static void one_round(volatile int *p, volatile int *q) {
  for (int i = 0; i < LENGTH; i++)
    array[i] = 0; /* answer: i loop */
  for (int k = 0; k < LENGTH; k++) {
    *p = 0; /* answer: p */
    *q = 0; /* answer: q */
  }
  for (int j = 0; j < LENGTH; j++)
    array[j] = 0; /* answer: j loop */
}

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : DEFAULT_ROUNDS;
  for (int round = 0; round < rounds; round++)
    one_round(&target, &target);
  printf("%d\n", array[LENGTH / 2] + target);
  return 0;
}
