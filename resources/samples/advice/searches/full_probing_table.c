// SPDX-License-Identifier: MIT
//
// An open hash table is nearly full and its keys collide, so each lookup tries many slots, as in Kallisto (WITCH 8.5).
// Change: the hash function, and the size of the table.
//
// Tools: redundant-loads
// Finding: chained-lookup
// Title: find() tries the slots of slots one after the other, again and again
#include "../apart.h"
#include <stdio.h>

enum { SLOTS = 1024, KEYS = 1010 };
static unsigned slots[SLOTS];

APART static unsigned find(unsigned key) {
  unsigned slot = key % SLOTS;
  while (slots[slot] != key && slots[slot] != 0) slot = (slot + 1) % SLOTS; /* finding: earlier later */
  return slot;
}

int main(int count, char** arguments) {
  unsigned total = 0;
  for (unsigned i = 1; i <= KEYS; i++) slots[find(i * i)] = i * i;
  for (int round = rounds(count, arguments, 1000); round > 0; round--) {
    unsigned i = (unsigned)round % KEYS + 1;
    total += find(i * i);
  }
  printf("%u\n", total);
}
