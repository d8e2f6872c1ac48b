/* SPDX-License-Identifier: MIT
 *
 * Loads and stores that repeat in each of the places LOADSPY 4C tells apart: an inner loop, the loop around it, the same
 * iteration; in a function whose caller has the loops, in two such functions, and in two loops one of which is around both
 * accesses. All are of 8 bytes. volatile: each access happens as it is written; register: there
 * are no others, also in unoptimised code, except for the call's own data.
 *
 * Usage: scopes [ROUNDS] */
#include <stdio.h>
#include <stdlib.h>

enum { ELEMENTS = 100 };

static volatile long constant = 3, twice = 4, table[ELEMENTS], last, distant = 5, shared = 6, bound = 7;

__attribute__((noinline)) static long called(void) {
  return distant; /* answer: called */
}

/* noipa: the optimiser makes one function of two that are alike. */
__attribute__((noipa)) static long one(void) {
  return shared; /* answer: in one */
}

__attribute__((noipa)) static long other(void) {
  return shared; /* answer: in the other */
}

int main(int count, char **arguments) {
  register const int rounds = count > 1 ? atoi(arguments[1]) : 10;
  register long sum = 0;
  for (register int round = 0; round < rounds; round++) { /* answer: outer loop */
    sum += bound; /* answer: before the inner loop */
    for (register int i = 0; i < ELEMENTS; i++) { /* answer: inner loop */
      sum += constant; /* answer: constant */
      sum += table[i]; /* answer: table */
      sum += twice; /* answer: first of two */
      sum -= twice; /* answer: second of two */
      sum += called();
      sum += one();
      sum -= other();
      sum += bound; /* answer: in the inner loop */
      last = i; /* answer: last */
    }
  }
  printf("%ld\n", sum);
  return 0;
}
