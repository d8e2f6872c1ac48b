// SPDX-License-Identifier: MIT
//
// An open hash table is nearly full, so each lookup tries many slots, as in Kallisto (WITCH 8.5).
// Change: the size of the table.
//
// Tools: redundant-loads
// Finding: linear-search | table-lookup
#include "../apart.h"
#include <stdio.h>

enum { SLOTS = 1024, KEYS = 1010 };
static unsigned slots[SLOTS];

APART static unsigned find(unsigned key) {
  unsigned slot = key * 2654435761u % SLOTS;
  while (slots[slot] != key && slots[slot] != 0) slot = (slot + 1) % SLOTS; /* finding: earlier later */
  return slot;
}

int main(int count, char** arguments) {
  unsigned total = 0;
  for (unsigned key = 1; key <= KEYS; key++) slots[find(key * 77)] = key * 77;
  for (int round = rounds(count, arguments, 10000); round > 0; round--) total += find((unsigned)(round % KEYS + 1) * 77);
  printf("%u\n", total);
}
