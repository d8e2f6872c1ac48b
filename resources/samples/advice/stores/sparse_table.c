// SPDX-License-Identifier: MIT
//
// A table is set to zero before each block, and a block then uses a few of its entries, as in gcc's cselib (WITCH, listing 1).
// Change: clear only the entries that the block before has used.
//
// Tools: dead-stores, silent-stores
// Finding: repeated-initialisation
#include "../apart.h"
#include <stdio.h>

enum { ENTRIES = 4000, USED = 6 };
static int last_use[ENTRIES];

APART static void start_block(void) {
  for (int i = 0; i < ENTRIES; i++) last_use[i] = 0; /* finding: earlier later */
}

APART static int scan_block(int block) {
  int found = 0;
  for (int i = 0; i < USED; i++) {
    int entry = (block * 37 + i * 101) % ENTRIES;
    found += last_use[entry];
    last_use[entry] = i + 1;
  }
  return found;
}

int main(int count, char** arguments) {
  int total = 0;
  for (int block = rounds(count, arguments, 100); block > 0; block--) {
    start_block(); /* finding: earlier later: a jump may represent the last call */
    total += scan_block(block);
  }
  printf("%d\n", total);
}
