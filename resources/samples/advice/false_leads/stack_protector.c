// SPDX-License-Identifier: MIT
//
// Each call lays the same guard on the stack and looks at it before it returns.
//
// Options: -fstack-protector-all
// Tools: dead-stores, silent-stores, redundant-loads
// Finding: none
#include "../apart.h"
#include <stdio.h>

APART static unsigned digits(unsigned value) {
  unsigned char text[12];
  int length = 0;
  unsigned sum = 0;
  for (; value > 0; value /= 10) text[length++] = (unsigned char)(value % 10);
  while (length > 0) sum = sum * 7 + text[--length];
  return sum;
}

int main(int count, char** arguments) {
  unsigned total = 0;
  for (int round = rounds(count, arguments, 8000); round > 0; round--) total += digits((unsigned)round * 2654435761u);
  printf("%u\n", total);
}
