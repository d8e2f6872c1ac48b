// SPDX-License-Identifier: MIT
//
// The least value of each pair of neighbors is stored anew in each round, from values that have all changed.
//
// Tools: silent-stores
// Finding: none
#include "../apart.h"
#include <stdio.h>

enum { ITEMS = 1500 };
static unsigned value[ITEMS + 1], least[ITEMS];

APART static void take_least(unsigned* least, const unsigned* values) {
  for (int i = 0; i < ITEMS; i++) least[i] = values[i] < values[i + 1] ? values[i] : values[i + 1];
}

int main(int count, char** arguments) {
  unsigned total = 0;
  for (int round = rounds(count, arguments, 300); round > 0; round--) {
    for (int i = 0; i <= ITEMS; i++) value[i] = value[i] * 1103515245u + 12345u + (unsigned)(i ^ round);
    take_least(least, value);
    total += least[round % ITEMS];
  }
  printf("%u\n", total);
}
