/* SPDX-License-Identifier: MIT
 *
 * After WITCH Figure 2: dead stores to a[], b[] and x in the ratio 3 : 2 : 1. Those to x die at once and trap at every
 * sample, those to the arrays die a round later.
 *
 * True answer, in accesses: a[] 50 %, b[] 33 %, x 17 %, each KILLED_BY the same statement (x: by the other one).
 * In time: each place's share is that of the clock ticks that fall into its loop.
 *
 * Usage: three_two_one [ROUNDS] */
#include <stdio.h>
#include <stdlib.h>

enum { UNIT = 50 * 1000, DEFAULT_ROUNDS = 18000 };

static volatile int a[3 * UNIT];
static volatile int b[2 * UNIT];
static volatile int x;

__attribute__((noinline)) static void one_round(int value) {
  for (int i = 0; i < 3 * UNIT; i++)
    a[i] = value; /* answer: a */
  for (int j = 0; j < 2 * UNIT; j++)
    b[j] = value; /* answer: b */
  for (int k = 0; k < UNIT / 2; k++) {
    x = value; /* answer: x, first */
    x = k;     /* answer: x, second */
  }
}

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : DEFAULT_ROUNDS;
  for (int round = 0; round < rounds; round++)
    one_round(round);
  printf("%d\n", a[1] + b[1] + x);
  return 0;
}
