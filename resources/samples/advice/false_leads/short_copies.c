// SPDX-License-Identifier: MIT
//
// memcpy() covers a block of 17 to 31 bytes by its first and its last 16 bytes, which overlap. All of the copy is read.
//
// Tools: dead-stores
// Finding: none
#include "../apart.h"
#include <stdio.h>
#include <string.h>

enum { LONGEST = 31, SHORTEST = 17 };
static unsigned char from[LONGEST], to[LONGEST];

APART static unsigned copied(size_t length) {
  unsigned sum = 0;
  memcpy(to, from, length);
  for (size_t i = 0; i < length; i++) sum = sum * 31 + to[i];
  return sum;
}

int main(int count, char** arguments) {
  unsigned total = 0;
  for (int round = rounds(count, arguments, 20000); round > 0; round--) {
    from[round % SHORTEST] = (unsigned char)round;
    total += copied(SHORTEST + (unsigned)round % (LONGEST - SHORTEST));
  }
  printf("%u\n", total);
}
