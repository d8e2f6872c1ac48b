// SPDX-License-Identifier: MIT
//
// Weights are updated by deltas nearly all of which are zero, as in Rodinia's backprop (REDSPY 7.4) and Caffe's pooling (WITCH 8.2).
// Change: skip deltas that are zero.
//
// Tools: silent-stores, values
// Finding: update-without-effect | zeros-dominate | recomputation
#include "../apart.h"
#include <stdio.h>

enum { WEIGHTS = 2000 };
static double weight[WEIGHTS], delta[WEIGHTS];

APART static void adjust(double rate) {
  for (int i = 0; i < WEIGHTS; i++) weight[i] += rate * delta[i]; /* finding: earlier later */
}

int main(int count, char** arguments) {
  for (int i = 0; i < WEIGHTS; i++) weight[i] = i * 0.5, delta[i] = i % 50 == 0 ? 0.25 : 0;
  for (int round = rounds(count, arguments, 80); round > 0; round--) adjust(0.3);
  printf("%g\n", weight[50]);
}
