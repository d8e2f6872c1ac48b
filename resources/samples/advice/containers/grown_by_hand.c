// SPDX-License-Identifier: MIT
//
// An array grows by one element for each value: larger memory is allocated, all elements are copied there, and the old memory is freed.
// Change: double the capacity.
//
// Tools: silent-stores, dead-stores
// Finding: growth-copy
#include "../apart.h"
#include <stdio.h>
#include <string.h>

struct list { long* values; size_t length; };

APART static void append(struct list* list, long value) {
  long* grown = malloc((list->length + 1) * sizeof *grown);
  if (list->length > 0) memcpy(grown, list->values, list->length * sizeof *grown); /* finding: earlier later */
  grown[list->length++] = value;
  free(list->values);
  list->values = grown;
}

int main(int count, char** arguments) {
  long total = 0;
  for (int round = rounds(count, arguments, 60); round > 0; round--) {
    struct list list = {NULL, 0};
    for (long i = 0; i < 100; i++) append(&list, i * 3);
    total += list.values[20];
    free(list.values);
  }
  printf("%ld\n", total);
}
