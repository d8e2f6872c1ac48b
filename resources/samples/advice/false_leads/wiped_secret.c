// SPDX-License-Identifier: MIT
//
// A key is wiped by explicit_bzero after its use. That nothing reads the zeros is their purpose.
//
// Tools: dead-stores, silent-stores, redundant-loads
// Finding: none
#include "../apart.h"
#include <stdio.h>
#include <string.h>

enum { BYTES = 512 };

APART static unsigned sign(unsigned seed) {
  unsigned char key[BYTES];
  unsigned sum = 0;
  for (int i = 0; i < BYTES; i++) key[i] = (unsigned char)((seed = seed * 69069u + 1u) >> 16);
  for (int i = 0; i < BYTES; i++) sum = sum * 31 + key[i];
  explicit_bzero(key, sizeof key);
  return sum;
}

int main(int count, char** arguments) {
  unsigned total = 0;
  for (int round = rounds(count, arguments, 300); round > 0; round--) total += sign((unsigned)round);
  printf("%u\n", total);
}
