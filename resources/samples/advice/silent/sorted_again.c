// SPDX-License-Identifier: MIT
//
// An array that is sorted already is sorted again by each round: every element is stored where it was.
// Change: sort after an insertion only.
//
// Tools: silent-stores
// Finding: redundant-copy
#include "../apart.h"
#include <stdio.h>

enum { ELEMENTS = 1000 };
static int priorities[ELEMENTS];

APART static void sort_all(int* values, int elements) {
  for (int i = 1; i < elements; i++) {
    int value = values[i], j = i;
    for (; j > 0 && values[j - 1] > value; j--) values[j] = values[j - 1];
    values[j] = value; /* finding: earlier later */
  }
}

int main(int count, char** arguments) {
  long total = 0;
  for (int i = 0; i < ELEMENTS; i++) priorities[i] = i * 2;
  for (int round = rounds(count, arguments, 100); round > 0; round--) {
    sort_all(priorities, ELEMENTS);
    total += priorities[round % ELEMENTS];
  }
  printf("%ld\n", total);
}
