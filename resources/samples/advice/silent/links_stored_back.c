// SPDX-License-Identifier: MIT
//
// A pass over a list unlinks the few elements that have expired, and stores the link to each of the others where it is.
// Change: store a link only where an element was left out.
//
// Tools: silent-stores
// Finding: update-without-effect
// Title: drop_expired() stores to *link the link that it has just read from there in the loop at links_stored_back.c:19
#include "../apart.h"
#include <stdio.h>

enum { ELEMENTS = 1500 };
struct element { struct element* next; long expires; };
static struct element elements[ELEMENTS];

APART static long drop_expired(struct element** link, long now) {
  long dropped = 0;
  struct element* element = *link;
  while (element != NULL) { /* finding: change */
    while (element != NULL && element->expires < now) element = element->next, dropped++;
    *link = element; /* finding: earlier later */
    if (element == NULL) break;
    link = &element->next;
    element = element->next;
  }
  return dropped;
}

int main(int count, char** arguments) {
  long total = 0;
  int all = rounds(count, arguments, 300);
  struct element* first = &elements[0];
  for (int i = 0; i < ELEMENTS; i++) elements[i] = (struct element){i + 1 < ELEMENTS ? &elements[i + 1] : NULL, (i * 7919L) % (100L * all)};
  for (int round = 0; round < all; round++) total += drop_expired(&first, round);
  printf("%ld\n", total);
}
