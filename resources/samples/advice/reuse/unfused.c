// SPDX-License-Identifier: MIT
//
// One loop computes pressures, another one reads them after all of them have left the cache, as in LULESH (RDX VI-B).
// Change: fuse the loops.
//
// Tools: reuse-distance
// Finding: distant-reuse
#include "../apart.h"
#include <stdio.h>

enum { ELEMENTS = 20000 };
static double volume[ELEMENTS], pressure[ELEMENTS], energy[ELEMENTS];

APART static void advance(double step) {
  for (int i = 0; i < ELEMENTS; i++) pressure[i] = step / volume[i];                  /* finding: earlier later */
  for (int i = 0; i < ELEMENTS; i++) energy[i] += pressure[i] * step;                 /* finding: earlier later */
}

int main(int count, char** arguments) {
  for (int i = 0; i < ELEMENTS; i++) volume[i] = 1 + i % 9;
  for (int round = rounds(count, arguments, 5); round > 0; round--) advance(0.01);
  printf("%g\n", energy[5]);
}
