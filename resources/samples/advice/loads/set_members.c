// SPDX-License-Identifier: MIT
//
// The members of a new set select rows of a matrix: a false lead for a table lookup, because no data is a key here. Each
// round needs every element that it reads, so the finding only says what was measured.
//
// Tools: redundant-loads
// Finding: repeated-load
#include "../apart.h"
#include <stdio.h>

enum { VERTICES = 64 };
static unsigned long neighbors[VERTICES];

APART static unsigned long neighbors_of(unsigned long set) {
  unsigned long all = 0;
  for (; set != 0; set &= set - 1) all ^= neighbors[__builtin_ctzl(set)]; /* finding: earlier later change */
  return all;
}

int main(int count, char** arguments) {
  unsigned long total = 0, set = 1;
  for (int i = 0; i < VERTICES; i++) neighbors[i] = 0x9e3779b97f4a7c15 * (unsigned long)(i + 1);
  for (int round = rounds(count, arguments, 8000); round > 0; round--) {
    set = set * 6364136223846793005 + 1442695040888963407;
    total += neighbors_of(set);
  }
  printf("%lu\n", total);
}
