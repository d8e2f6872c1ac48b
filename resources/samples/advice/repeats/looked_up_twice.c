// SPDX-License-Identifier: MIT
//
// Each key is looked up to see whether it is there, and again for its value, as in STAMP's vacation (WITCH 8.5).
// Change: keep what the first lookup found.
//
// Tools: redundant-loads
// Finding: repeated-lookup
#include "../apart.h"
#include <stdio.h>

enum { BUCKETS = 2048, KEYS = 1500 };
struct item { struct item* next; unsigned key; int price; };
static struct item items[KEYS];
static struct item* buckets[BUCKETS];

APART static struct item* find(unsigned key) {
  struct item* item = buckets[key * 2654435761u >> 21]; /* finding: earlier later */
  while (item != NULL && item->key != key) item = item->next; /* finding: earlier later */
  return item;
}

APART static int reserve(unsigned key) {
  if (find(key) == NULL) return 0;     /* finding: change */
  return find(key)->price;             /* finding: change */
}

int main(int count, char** arguments) {
  long total = 0;
  unsigned key = 1;
  for (unsigned i = 0; i < KEYS; i++) {
    struct item** bucket = &buckets[i * 2654435761u >> 21];
    items[i] = (struct item){*bucket, i, 10};
    *bucket = &items[i];
  }
  for (int round = rounds(count, arguments, 20000); round > 0; round--) {
    key = key * 69069u + 1u;
    items[(key >> 8) % KEYS].price++;
    total += reserve((key >> 8) % KEYS);
  }
  printf("%ld\n", total);
}
