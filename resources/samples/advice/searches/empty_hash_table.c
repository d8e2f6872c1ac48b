// SPDX-License-Identifier: MIT
//
// All buckets of a nearly empty hash table are walked through to visit its few entries.
// Change: keep the entries in a list or an array beside the buckets, or have fewer buckets.
//
// Tools: redundant-loads, values
// Finding: zeros-dominate | repeated-traversal
#include "../apart.h"
#include <stdio.h>

enum { BUCKETS = 4096, KEYS = 20 };
struct entry { struct entry* next; long value; };
static struct entry entries[KEYS];
static struct entry* buckets[BUCKETS];

APART static long sum_entries(void) {
  long sum = 0;
  for (int i = 0; i < BUCKETS; i++)                                                        /* finding: earlier later */
    for (struct entry* entry = buckets[i]; entry; entry = entry->next) sum += entry->value; /* finding: earlier later */
  return sum;
}

int main(int count, char** arguments) {
  long total = 0;
  for (int i = 0; i < KEYS; i++) {
    entries[i] = (struct entry){buckets[i * 199], i};
    buckets[i * 199] = &entries[i];
  }
  for (int round = rounds(count, arguments, 60); round > 0; round--) {
    entries[round % KEYS].value++;
    total += sum_entries();
  }
  printf("%ld\n", total);
}
