// SPDX-License-Identifier: MIT
//
// A loop stores the maximum so far at each element, although it rarely grows and nothing reads it before the end.
// Change: store the maximum once, after the loop.
//
// Tools: silent-stores
// Finding: memory-accumulator
// Title: below_maximum() stores *maximum in every iteration of the loop at running_maximum.c:17 instead of keeping it in a register
#include "../apart.h"
#include <stdio.h>

enum { LENGTH = 800 };
static long values[LENGTH], below[LENGTH];

APART static void below_maximum(long* differences, const long* numbers, long* maximum) {
  long greatest = 0;
  for (int i = 0; i < LENGTH; i++) { /* finding: change */
    if (numbers[i] > greatest) greatest = numbers[i];
    *maximum = greatest; /* finding: earlier later */
    differences[i] = greatest - numbers[i];
  }
}

int main(int count, char** arguments) {
  long total = 0, maximum = 0;
  for (int round = rounds(count, arguments, 300); round > 0; round--) {
    for (int i = 0; i < LENGTH; i++) values[i] = (long)((unsigned)(i * 7919 + round * 104729) % 1000003u);
    below_maximum(below, values, &maximum);
    total += maximum + below[round % LENGTH];
  }
  printf("%ld\n", total);
}
