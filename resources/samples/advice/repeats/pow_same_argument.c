// SPDX-License-Identifier: MIT
//
// pow() is called in a loop with arguments that the loop does not change, as lavaMD's exp (LOADSPY, listing 19).
// Change: call it once before the loop.
//
// Tools: redundant-loads
// Finding: repeated-call
// Title: correct() calls pow() again in the loop at pow_same_argument.c:19 with the same arguments
// Bound: in pow() and the functions that it calls
#include "../apart.h"
#include <math.h>
#include <stdio.h>

enum { SAMPLES = 400 };
struct curve { double base, exponent; };
static float samples[SAMPLES];

APART static void correct(const struct curve* curve, float* to) {
  for (int i = 0; i < SAMPLES; i++) to[i] = (float)(i * pow(curve->base, curve->exponent)); /* finding: earlier later */
}

int main(int count, char** arguments) {
  struct curve curve = {2.2, 0};
  double total = 0;
  for (int round = rounds(count, arguments, 60); round > 0; round--) {
    curve.exponent = 1.0 / round;
    correct(&curve, samples);
    total += samples[round % SAMPLES];
  }
  printf("%g\n", total);
}
