// SPDX-License-Identifier: MIT
//
// The temperatures of neighboring cells differ by less than 1 %, as in Rodinia's hotspot (REDSPY 7.4).
// Change: compute one cell for many.
//
// Tools: spatial-loads
// Finding: uniform-data
#include "../apart.h"
#include <stdio.h>

enum { CELLS = 2500 };
static float temperature[CELLS];

APART static float total(float ambient) {
  float sum = 0;
  for (int i = 0; i < CELLS; i++) sum += (temperature[i] - ambient) * 0.1f; /* finding: earlier later */
  return sum;
}

int main(int count, char** arguments) {
  float sum = 0;
  for (int i = 0; i < CELLS; i++) temperature[i] = 323.5f + (float)(i * 7 % 5) * 0.001f;
  for (int round = rounds(count, arguments, 60); round > 0; round--) sum += total((float)round);
  printf("%g\n", (double)sum);
}
