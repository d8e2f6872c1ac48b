// SPDX-License-Identifier: MIT
//
// The lengths of runs are counted in an array that is used again: each count begins with one, as the counts before did.
// No count is initialized for nothing. Patterns that differ in one bit per byte are equal by chance, too.
//
// Tools: silent-stores
// Finding: none
#include "../apart.h"
#include <stdio.h>

enum { WIDTH = 512 };
static unsigned char data[WIDTH], masked[WIDTH];
static int lengths[WIDTH];

APART static int counted(const unsigned char* row, int* length) {
  int head = 0;
  length[head] = 1;
  for (int i = 1; i < WIDTH; i++) {
    if ((row[i] ^ row[i - 1]) & 1) length[++head] = 1;
    else length[head]++;
  }
  return head;
}

APART static void mask(const unsigned char* from, unsigned char* to, unsigned modulus) {
  for (unsigned i = 0; i < WIDTH; i++) to[i] = from[i] ^ (i * i % modulus == 0);
}

int main(int count, char** arguments) {
  unsigned state = 1;
  long total = 0;
  for (int round = rounds(count, arguments, 300); round > 0; round--) {
    for (int i = 0; i < WIDTH; i++) data[i] = (state = state * 1664525 + 1013904223) >> 24;
    mask(data, masked, 2 + (unsigned)round % 7);
    total += counted(masked, lengths) + lengths[round % 7];
  }
  printf("%ld\n", total);
}
