// SPDX-License-Identifier: MIT
//
// Loops count in variables that calls between them force into memory or into saved registers. Each value is used.
//
// Tools: dead-stores, silent-stores, redundant-loads, values
// Finding: none
#include "../apart.h"
#include <stdio.h>

enum { CELLS = 64 };
static unsigned cells[CELLS][CELLS];

APART static void put(unsigned value, int i, int j) { cells[i][j] = cells[i][j] * 31 + value; }

APART static void visit_all(unsigned round) {
  for (int i = 0; i < CELLS; i++)
    for (int j = 0; j < CELLS; j++) put(round + (unsigned)(i * j), i, j);
}

int main(int count, char** arguments) {
  for (int round = rounds(count, arguments, 10); round > 0; round--) visit_all((unsigned)round);
  unsigned total = 0;
  for (int i = 0; i < CELLS; i++)
    for (int j = 0; j < CELLS; j++) total ^= cells[i][j];
  printf("%u\n", total);
}
