// SPDX-License-Identifier: MIT
//
// Each count of the orders that fit goes through all orders by a list of pointers, and reads three of their members.
// Change: keep the volumes beside the pointers.
//
// Tools: redundant-loads
// Finding: repeated-traversal
// Sureness: observed
// Remedy: beside the pointer to it
#include "../apart.h"
#include <stdio.h>

enum { ORDERS = 600 };
struct order {
  int length, width, height, rest[13];
};
static struct order all[ORDERS];
static struct order* list[ORDERS];

APART static int fitting(struct order** list, int limit) {
  int found = 0;
  for (int i = 0; i < ORDERS; i++) { /* finding: change */
    const struct order* order = list[i];
    found += order->length * order->width * order->height < limit; /* finding: earlier later */
  }
  return found;
}

int main(int count, char** arguments) {
  for (int i = 0; i < ORDERS; i++) {
    list[i] = &all[(i * 389) % ORDERS];
    all[i] = (struct order){.length = 1 + i % 19, .width = 1 + i % 13, .height = 1 + i % 7};
  }
  long total = 0;
  for (int round = rounds(count, arguments, 300); round > 0; round--) total += fitting(list, round);
  printf("%ld\n", total);
}
