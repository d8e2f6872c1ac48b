// SPDX-License-Identifier: MIT
//
// A factor is read by each iteration, since the stores of the loop might change it.
// Change: read it into a local variable before the loop.
//
// Tools: redundant-loads
// Finding: loop-invariant-load
#include "../apart.h"
#include <stdio.h>

struct settings { double gain; };

enum { SAMPLES = 3000 };
static double out[SAMPLES];

APART static void amplify(double* to, const struct settings* settings, int samples) {
  for (int i = 0; i < samples; i++) to[i] = i * settings->gain; /* finding: earlier later */
}

int main(int count, char** arguments) {
  struct settings settings = {0};
  double total = 0;
  for (int round = rounds(count, arguments, 80); round > 0; round--) {
    settings.gain = round;
    amplify(out, &settings, SAMPLES);
    total += out[round % SAMPLES];
  }
  printf("%g\n", total);
}
