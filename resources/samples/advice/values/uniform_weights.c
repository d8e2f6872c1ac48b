// SPDX-License-Identifier: MIT
//
// All weights of a layer are equal, so each one is loaded though it is the one before (LOADSPY, listing 3).
// Change: keep one weight for all, or compute once for a run of equal ones.
//
// Tools: spatial-loads
// Finding: uniform-data
#include "../apart.h"
#include <stdio.h>

enum { WEIGHTS = 2000 };
static double weights[WEIGHTS];

APART static double output(double input) {
  double sum = 0;
  for (int i = 0; i < WEIGHTS; i++) sum += weights[i] * input; /* finding: earlier later */
  return sum;
}

int main(int count, char** arguments) {
  double total = 0;
  for (int i = 0; i < WEIGHTS; i++) weights[i] = 0.125;
  for (int round = rounds(count, arguments, 50); round > 0; round--) total += output(round);
  printf("%g\n", total);
}
