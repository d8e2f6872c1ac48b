// SPDX-License-Identifier: MIT
//
// A hash table has far too few buckets, so each lookup walks along a chain, as in PARSEC's dedup (LOADSPY, listing 5).
// Change: the number of buckets.
//
// Tools: redundant-loads
// Finding: chained-lookup
#include "../apart.h"
#include <stdio.h>

enum { BUCKETS = 8, KEYS = 400 };
struct entry { struct entry* next; unsigned key; int value; };
static struct entry entries[KEYS];
static struct entry* buckets[BUCKETS];

APART static int look_up(unsigned key) {
  for (struct entry* entry = buckets[key % BUCKETS]; entry; entry = entry->next) /* finding: earlier later */
    if (entry->key == key) return entry->value;                                 /* finding: earlier later */
  return -1;
}

int main(int count, char** arguments) {
  long total = 0;
  for (unsigned i = 0; i < KEYS; i++) {
    entries[i] = (struct entry){buckets[i % BUCKETS], i, (int)i * 3};
    buckets[i % BUCKETS] = &entries[i];
  }
  for (int round = rounds(count, arguments, 6000); round > 0; round--) total += look_up((unsigned)round * 7 % KEYS);
  printf("%ld\n", total);
}
