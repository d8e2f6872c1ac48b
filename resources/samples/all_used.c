/* SPDX-License-Identifier: MIT
 *
 * No store is wasted.
 *
 * True answer: no KILLED_BY pair within this program's own code; the stores are USED_BY the loads of the sums.
 *
 * Usage: all_used [ROUNDS] */
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 4096, DEFAULT_ROUNDS = 600000 };

static volatile unsigned values[LENGTH];

__attribute__((noinline)) static void fill(unsigned seed) {
  for (unsigned i = 0; i < LENGTH; i++)
    values[i] = seed + i; /* answer: used store */
}

__attribute__((noinline)) static unsigned sum(void) {
  unsigned total = 0;
  for (unsigned i = 0; i < LENGTH; i++)
    total += values[i]; /* answer: use */
  return total;
}

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : DEFAULT_ROUNDS;
  unsigned total = 0;
  for (int round = 0; round < rounds; round++) {
    fill(total);
    total ^= sum();
  }
  printf("%u\n", total);
  return 0;
}
