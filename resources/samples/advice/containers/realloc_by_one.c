// SPDX-License-Identifier: MIT
//
// An array grows by one element for each value, and realloc copies it when something lies behind it.
// Change: double the capacity.
//
// Tools: silent-stores, dead-stores
// Finding: growth-copy
#include "../apart.h"
#include <stdio.h>

struct list { long* values; size_t length; };

APART static void append(struct list* list, long value) {
  list->values = realloc(list->values, (list->length + 1) * sizeof(long)); /* finding: earlier later */
  list->values[list->length++] = value;
}

int main(int count, char** arguments) {
  long total = 0;
  for (int round = rounds(count, arguments, 12); round > 0; round--) {
    struct list even = {NULL, 0}, odd = {NULL, 0};
    for (long i = 0; i < 400; i++) append(i % 2 ? &odd : &even, i);
    total += even.values[100] + odd.values[100];
    free(even.values);
    free(odd.values);
  }
  printf("%ld\n", total);
}
