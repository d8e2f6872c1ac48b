// SPDX-License-Identifier: MIT
//
// A loop stores the maximum so far at each element, and calls a function that reads it: a false lead for a value that the
// loop could keep in a register.
//
// Tools: silent-stores
// Finding: unchanged-store
#include "../apart.h"
#include <stdio.h>

enum { LENGTH = 800 };
static long values[LENGTH], below[LENGTH], maximum;

APART static long difference(long number) { return maximum - number; }

APART static void below_maximum(long* differences, const long* numbers) {
  long greatest = 0;
  for (int i = 0; i < LENGTH; i++) { /* finding: change */
    if (numbers[i] > greatest) greatest = numbers[i];
    maximum = greatest; /* finding: earlier later change */
    differences[i] = difference(numbers[i]);
  }
}

int main(int count, char** arguments) {
  long total = 0;
  for (int round = rounds(count, arguments, 300); round > 0; round--) {
    for (int i = 0; i < LENGTH; i++) values[i] = (long)((unsigned)(i * 7919 + round * 104729) % 1000003u);
    below_maximum(below, values);
    total += maximum + below[round % LENGTH];
  }
  printf("%ld\n", total);
}
