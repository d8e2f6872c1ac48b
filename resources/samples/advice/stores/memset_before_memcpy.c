// SPDX-License-Identifier: MIT
//
// A message buffer is cleared by memset, and memcpy then fills all of it.
// Change: drop the memset.
//
// Tools: dead-stores
// Finding: overwritten-before-use
#include "../apart.h"
#include <stdio.h>
#include <string.h>

enum { BYTES = 6000 };
static char buffer[BYTES];

APART static void receive(const char* from, size_t bytes) {
  memset(buffer, 0, sizeof buffer); /* finding: earlier */
  memcpy(buffer, from, bytes);      /* finding: later */
}

APART static unsigned checksum(void) {
  unsigned sum = 0;
  for (int i = 0; i < BYTES; i++) sum = sum * 31 + (unsigned char)buffer[i];
  return sum;
}

int main(int count, char** arguments) {
  static char message[BYTES];
  unsigned total = 0;
  for (int round = rounds(count, arguments, 40); round > 0; round--) {
    for (int i = 0; i < BYTES; i++) message[i] = (char)(i + round);
    receive(message, BYTES); /* finding: later: a jump may represent the last call */
    total += checksum();
  }
  printf("%u\n", total);
}
