// SPDX-License-Identifier: MIT
//
// exp() is called by each step with arguments that do not change, and its results are stored again.
// Change: compute the decays once, before the steps.
//
// Tools: silent-stores, redundant-loads
// Finding: repeated-call | recomputation
// Bound: in exp() and the functions that it calls
#include "../apart.h"
#include <math.h>
#include <stdio.h>

enum { LAYERS = 400 };
static double depth[LAYERS], decay[LAYERS];

APART static void attenuate(void) {
  for (int i = 0; i < LAYERS; i++) {
    decay[i] = exp(-depth[i]); /* finding: earlier later */
  }
}

int main(int count, char** arguments) {
  double total = 0;
  for (int i = 0; i < LAYERS; i++) depth[i] = 1e-3 * i;
  for (int round = rounds(count, arguments, 80); round > 0; round--) {
    attenuate();
    total += round * decay[round % LAYERS];
  }
  printf("%g\n", total);
}
