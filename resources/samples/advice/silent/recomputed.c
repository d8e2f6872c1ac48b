// SPDX-License-Identifier: MIT
//
// Row weights are computed anew by each round from inputs that do not change.
// Change: compute them once, before the rounds.
//
// Tools: silent-stores, redundant-loads
// Finding: recomputation | repeated-traversal | repeated-load
#include "../apart.h"
#include <stdio.h>

enum { ROWS = 700 };
static double width[ROWS], height[ROWS], weight[ROWS];

APART static void compute_weights(void) {
  for (int i = 0; i < ROWS; i++) weight[i] = width[i] * height[i] / (width[i] + height[i]); /* finding: earlier later */
}

APART static double apply(double factor) {
  double sum = 0;
  for (int i = 0; i < ROWS; i += 8) sum += weight[i] * factor;
  return sum;
}

int main(int count, char** arguments) {
  double total = 0;
  for (int i = 0; i < ROWS; i++) width[i] = 1 + i % 13, height[i] = 2 + i % 7;
  for (int round = rounds(count, arguments, 150); round > 0; round--) {
    compute_weights();
    total += apply(round);
  }
  printf("%g\n", total);
}
