// SPDX-License-Identifier: MIT
//
// A function has more arguments than registers are for, so each call reads some from the stack: no register is given up.
// There are enough of them that the caller drops them by an addition, not by loads of its own.
//
// Tools: dead-stores, redundant-loads, silent-stores
// Finding: none
#include "../apart.h"
#include <stdio.h>

APART static int mixed(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
  return (a ^ b) + (c ^ d) + (e ^ f) + (g ^ h) + (i ^ j);
}

int main(int count, char** arguments) {
  int total = 0;
  for (int round = rounds(count, arguments, 20000); round > 0; round--) total += mixed(round, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  printf("%d\n", total);
}
