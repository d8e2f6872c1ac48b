// SPDX-License-Identifier: MIT
//
// Each round stores for each cell which of two ways is better, with new costs. Half of the flags are equal by chance.
//
// Tools: silent-stores
// Finding: none
#include "../apart.h"
#include <stdio.h>

enum { CELLS = 1500 };
static unsigned cost[CELLS];
static unsigned char is_diagonal[CELLS];

APART static void choose(unsigned char* flags, const unsigned* costs, unsigned limit) {
  for (int i = 0; i < CELLS; i++) flags[i] = costs[i] * 2654435761u > limit;
}

int main(int count, char** arguments) {
  long total = 0;
  for (int round = rounds(count, arguments, 300); round > 0; round--) {
    for (int i = 0; i < CELLS; i++) cost[i] = cost[i] * 1103515245u + 12345u + (unsigned)(i ^ round);
    choose(is_diagonal, cost, 2000000000u);
    for (int i = 0; i < CELLS; i++) total += is_diagonal[i];
  }
  printf("%ld\n", total);
}
