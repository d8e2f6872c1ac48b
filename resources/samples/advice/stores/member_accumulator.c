// SPDX-License-Identifier: MIT
//
// A sum is kept in a member of a structure that the compiler cannot tell from the elements: each iteration stores it.
// Change: sum in a local variable and store that after the loop.
//
// Tools: dead-stores
// Finding: memory-accumulator
#include "../apart.h"
#include <stdio.h>

struct statistics { long last, longest; };

enum { ELEMENTS = 2000 };
static long lengths[ELEMENTS];

APART static void scan(struct statistics* into, const long* from, int elements) {
  for (int i = 0; i < elements; i++) into->last = from[i] * 3 + i; /* finding: earlier later */
}

int main(int count, char** arguments) {
  struct statistics statistics = {0, 0};
  for (int i = 0; i < ELEMENTS; i++) lengths[i] = i % 91;
  for (int round = rounds(count, arguments, 50); round > 0; round--) {
    scan(&statistics, lengths, ELEMENTS);
    statistics.longest += statistics.last;
  }
  printf("%ld\n", statistics.longest);
}
