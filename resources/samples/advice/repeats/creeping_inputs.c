// SPDX-License-Identifier: MIT
//
// Products are computed again by each step, before which one factor has grown by a tenth of a percent: within the tolerance all
// inputs and results stay the same, but some are new.
// Change: none that keeps the output, unless only products of new factors are computed.
//
// Tools: silent-stores, redundant-loads
// Finding: recomputation
// Sureness: possible
// Title: measure() computes area[i] again from inputs that have not changed by more than 1 %
// Remedy: keep a result only where it may be approximate
#include "../apart.h"
#include <stdio.h>

enum { CELLS = 400 };
static double height[CELLS], width[CELLS], area[CELLS];

APART static void measure(void) {
  for (int i = 0; i < CELLS; i++) {
    area[i] = height[i] * width[i]; /* finding: earlier later */
  }
}

APART static void grow(int at) { height[at] *= 1.001; }

int main(int count, char** arguments) {
  double total = 0;
  for (int i = 0; i < CELLS; i++) {
    height[i] = 1 + 1e-3 * i;
    width[i] = 2 + 1e-3 * i;
  }
  for (int round = rounds(count, arguments, 400); round > 0; round--) {
    measure();
    grow(round % CELLS);
    total += area[round % CELLS];
  }
  printf("%.17g\n", total);
}
