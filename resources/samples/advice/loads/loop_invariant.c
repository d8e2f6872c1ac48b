// SPDX-License-Identifier: MIT
//
// A factor is read by each iteration, since the stores of the loop might change it. They follow an order, so that no compiler can
// compare addresses before the loop and keep the factor.
// Change: read it into a local variable before the loop.
//
// Tools: redundant-loads
// Finding: loop-invariant-load
#include "../apart.h"
#include <stdio.h>

struct settings { double gain; };

enum { SAMPLES = 3000 };
static double out[SAMPLES];
static int order[SAMPLES];

APART static void amplify(double* to, const int* order, const struct settings* settings, int samples) {
  for (int i = 0; i < samples; i++) to[order[i]] = i * settings->gain; /* finding: earlier later */
}

int main(int count, char** arguments) {
  struct settings settings = {0};
  double total = 0;
  for (int i = 0; i < SAMPLES; i++) order[i] = SAMPLES - 1 - i;
  for (int round = rounds(count, arguments, 80); round > 0; round--) {
    settings.gain = round;
    amplify(out, order, &settings, SAMPLES);
    total += out[round % SAMPLES];
  }
  printf("%g\n", total);
}
