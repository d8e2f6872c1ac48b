// SPDX-License-Identifier: MIT
//
// Each address is looked for from the first function on, as in binutils' dwarf2.c (WITCH, listing 5).
// Change: search the sorted array by halves.
//
// Tools: redundant-loads
// Finding: linear-search
#include "../apart.h"
#include <stdio.h>

enum { FUNCTIONS = 600 };
static unsigned ends[FUNCTIONS];

APART static int function_at(unsigned address) {
  for (int i = 0; i < FUNCTIONS; i++)  /* finding: earlier later */
    if (ends[i] > address) return i;   /* finding: earlier later */
  return -1;
}

int main(int count, char** arguments) {
  long total = 0;
  unsigned address = 1;
  for (int i = 0; i < FUNCTIONS; i++) ends[i] = (unsigned)(i + 1) * 16;
  for (int round = rounds(count, arguments, 800); round > 0; round--) {
    address = address * 69069u + 1u;
    total += function_at((address >> 8) % (FUNCTIONS * 16));
  }
  printf("%ld\n", total);
}
