// SPDX-License-Identifier: MIT
//
// An array grows by one element for each value, and realloc copies it when something lies behind it.
// Change: double the capacity.
//
// Tools: silent-stores, dead-stores
// Finding: growth-copy
#include "../apart.h"
#include <stdio.h>

struct record { long key, value; };
struct list { struct record* records; size_t length; };

APART static void append(struct list* list, const struct record* record) {
  list->records = realloc(list->records, (list->length + 1) * sizeof *record); /* finding: earlier later */
  list->records[list->length++] = *record;
}

int main(int count, char** arguments) {
  long total = 0;
  for (int round = rounds(count, arguments, 60); round > 0; round--) {
    struct list even = {NULL, 0}, odd = {NULL, 0};
    for (long i = 0; i < 60; i++) {
      struct record record = {i, i * 3};
      append(i % 2 ? &odd : &even, &record);
    }
    total += even.records[20].key + odd.records[20].value;
    free(even.records);
    free(odd.records);
  }
  printf("%ld\n", total);
}
