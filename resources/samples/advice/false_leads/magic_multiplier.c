// SPDX-License-Identifier: MIT
//
// The compiler multiplies by a constant of its own instead of dividing by 1000003: nothing in the source can be changed.
//
// Tools: values
// Finding: none
#include "../apart.h"
#include <stdio.h>

APART static unsigned long place_of(unsigned long key) { return key % 1000003; }
APART static unsigned day_of(unsigned second) { return second / 86400; }

int main(int count, char** arguments) {
  unsigned long total = 0;
  for (int round = rounds(count, arguments, 20000); round > 0; round--) total += place_of((unsigned long)round * 7919 * 7919) + day_of((unsigned)round * 977);
  printf("%lu\n", total);
}
