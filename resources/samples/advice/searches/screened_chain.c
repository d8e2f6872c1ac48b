// SPDX-License-Identifier: MIT
//
// Names are in a hash table that has far too few buckets. Each element keeps the hash of its name, and only where it is the one
// looked for, the names themselves are compared: mostly once for each lookup. Both comparisons are steps along one chain.
// Change: the number of buckets.
//
// Tools: redundant-loads
// Finding: chained-lookup
#include "../apart.h"
#include <stdio.h>
#include <string.h>

enum { BUCKETS = 8, NAMES = 200 };
struct entry { struct entry* next; const char* name; unsigned hash; int value; };
static struct entry entries[NAMES];
static struct entry* buckets[BUCKETS];
static char names[NAMES][16];

APART static unsigned hashed(const char* name) {
  unsigned hash = 0;
  while (*name) hash = hash * 31 + (unsigned char)*name++;
  return hash;
}

APART static int look_up(const char* name, unsigned hash) {
  struct entry* entry = buckets[hash % BUCKETS];
  while (entry) { /* finding: earlier later */
    if (entry->hash == hash && strcmp(entry->name, name) == 0) return entry->value; /* finding: earlier later */
    entry = entry->next; /* finding: earlier later */
  }
  return -1;
}

int main(int count, char** arguments) {
  long total = 0;
  for (int i = 0; i < NAMES; i++) {
    snprintf(names[i], sizeof names[i], "name_%d", i * 7919);
    unsigned hash = hashed(names[i]);
    entries[i] = (struct entry){buckets[hash % BUCKETS], names[i], hash, i * 3};
    buckets[hash % BUCKETS] = &entries[i];
  }
  for (int round = rounds(count, arguments, 8000); round > 0; round--) {
    const char* name = names[round * 7 % NAMES];
    total += look_up(name, hashed(name));
  }
  printf("%ld\n", total);
}
