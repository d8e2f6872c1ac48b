// SPDX-License-Identifier: MIT
//
// Masks, floating-point constants and addresses of tables that the compiler materialises, again for each call.
//
// Tools: values, redundant-loads
// Finding: none
#include "../apart.h"
#include <math.h>
#include <stdio.h>

enum { ELEMENTS = 4096 };
static unsigned long hashes[ELEMENTS];
static double angles[ELEMENTS];

APART static unsigned long mix(unsigned long value) { return (value & 0x5555555555555555) * 0x9e3779b97f4a7c15 ^ value >> 31; }
APART static double wrapped(double angle) { return fabs(angle) * 0.15915494309189535 - 3.14159; }
APART static void keep(int i, unsigned long hash, double angle) {
  hashes[i] = hash;
  angles[i] = angle;
}

int main(int count, char** arguments) {
  unsigned long total = 0;
  for (int round = rounds(count, arguments, 20000); round > 0; round--) {
    unsigned long hash = mix((unsigned long)round);
    keep(round % ELEMENTS, hash, wrapped((double)hash));
    total += hash;
  }
  for (int i = 0; i < ELEMENTS; i++) total += hashes[i] ^ (unsigned long)(angles[i] < 0);
  printf("%lu\n", total);
}
