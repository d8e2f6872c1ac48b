// SPDX-License-Identifier: MIT
//
// Elements come to the front of a list that is linked both ways. Most links back are overwritten before they are followed,
// yet each of them must be right between two insertions.
//
// Tools: dead-stores
// Finding: none
#include "../apart.h"
#include <stdio.h>

struct element { struct element *next, *previous; long key; };

APART static void insert(struct element* list, struct element* element) {
  element->next = list->next;
  element->previous = list;
  element->next->previous = element;
  list->next = element;
}

APART static long sum(const struct element* list) {
  long total = 0;
  for (const struct element* element = list->next; element != list; element = element->next) total += element->key;
  return total;
}

int main(int count, char** arguments) {
  static struct element elements[1000];
  long total = 0;
  for (int round = rounds(count, arguments, 100); round > 0; round--) {
    struct element list = {&list, &list, 0};
    for (long i = 0; i < 1000; i++) {
      elements[i].key += i ^ round;
      insert(&list, &elements[i]);
    }
    total += sum(&list) + list.previous->key;
  }
  printf("%ld\n", total);
}
