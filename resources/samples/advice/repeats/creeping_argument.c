// SPDX-License-Identifier: MIT
//
// exp() is called by each step with arguments that grow by a tenth of a percent from step to step: within the tolerance they stay
// the same, but each result is another one.
// Change: none that keeps the output. Where it may be approximate, keep a result for several steps.
//
// Tools: silent-stores, redundant-loads
// Finding: repeated-call
// Sureness: possible
// Title: settle() calls exp() again in the loop at creeping_argument.c:21 with arguments that have not changed by more than 1 %
// Remedy: keep a result only where it may be approximate
// Bound: in exp() and the functions that it calls
#include "../apart.h"
#include <math.h>
#include <stdio.h>

enum { CELLS = 400 };
static double age[CELLS], left[CELLS];

APART static void settle(void) {
  for (int i = 0; i < CELLS; i++) {
    left[i] = exp(-age[i]); /* finding: earlier later */
  }
}

APART static void grow(void) {
  for (int i = 0; i < CELLS; i++) age[i] *= 1.001;
}

int main(int count, char** arguments) {
  double total = 0;
  for (int i = 0; i < CELLS; i++) age[i] = 1e-3 * (1 + i);
  for (int round = rounds(count, arguments, 80); round > 0; round--) {
    settle();
    grow();
    total += left[round % CELLS];
  }
  printf("%.17g\n", total);
}
