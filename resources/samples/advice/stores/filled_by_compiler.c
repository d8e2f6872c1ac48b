// SPDX-License-Identifier: MIT
//
// An option of the compiler fills each variable that is declared without a value, here an array in a function that is
// called often. The function sets all elements itself.
// Change: declare the array with __attribute__((uninitialized)).
//
// Options: -ftrivial-auto-var-init=zero
// Tools: dead-stores
// Finding: overwritten-before-use
// Title: weighted() fills size with a constant where it is declared, because of a compiler option
#include "../apart.h"
#include <stdio.h>

enum { SLOTS = 16 };

APART static void weigh(long* size, long weight) {
  for (int i = 0; i < SLOTS; i++) size[i] = weight + i; /* finding: later */
}

APART static long weighted(long weight) {
  long size[SLOTS]; /* finding: earlier change */
  weigh(size, weight);
  return size[weight % SLOTS];
}

int main(int count, char** arguments) {
  long total = 0;
  for (int round = rounds(count, arguments, 6000); round > 0; round--) total += weighted(round);
  printf("%ld\n", total);
}
