// SPDX-License-Identifier: MIT
//
// The length of all names is found by going through all of them, by each round and with the same result.
// Change: keep the length until a name changes.
//
// Tools: redundant-loads
// Finding: repeated-traversal
#include "../apart.h"
#include <stdio.h>

enum { NAMES = 2500 };
static int lengths[NAMES];

APART static long total_length(void) {
  long total = 0;
  for (int i = 0; i < NAMES; i++) total += lengths[i]; /* finding: earlier later */
  return total;
}

int main(int count, char** arguments) {
  long total = 0;
  for (int i = 0; i < NAMES; i++) lengths[i] = i % 23;
  for (int round = rounds(count, arguments, 100); round > 0; round--) total += total_length() % round;
  printf("%ld\n", total);
}
