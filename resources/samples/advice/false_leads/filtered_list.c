// SPDX-License-Identifier: MIT
//
// All elements of a list are visited. A function is called for those of one kind, and the walk goes on whatever it returns: nothing is
// looked up, and no table would shorten the walk. The kinds are new in each round.
//
// Tools: dead-stores, redundant-loads
// Finding: none
#include "../apart.h"
#include <stdio.h>

enum { ELEMENTS = 400 };
struct element { struct element* next; unsigned kind; long weight; };
static struct element elements[ELEMENTS];

APART static int weigh(struct element* element, long* total) {
  element->weight = element->weight * 5 + 1;
  *total += element->weight;
  return *total < 0;
}

APART static long weigh_all(struct element* first, unsigned kind) {
  long total = 0, negative = 0;
  for (struct element* element = first; element; element = element->next)
    if (element->kind == kind) negative += weigh(element, &total);
  return total + negative;
}

int main(int count, char** arguments) {
  long sum = 0;
  unsigned seed = 7;
  for (int round = rounds(count, arguments, 400); round > 0; round--) {
    for (int i = 0; i < ELEMENTS; i++) {
      seed = seed * 1664525 + 1013904223;
      elements[i].kind = seed >> 16 & 3;
      elements[i].next = i + 1 < ELEMENTS ? &elements[i + 1] : NULL;
    }
    sum += weigh_all(elements, 1);
  }
  printf("%ld\n", sum);
}
