// SPDX-License-Identifier: MIT
//
// exp() and sin() of arguments that all differ load their coefficients again by each call: the program cannot keep them.
//
// Tools: dead-stores, silent-stores, redundant-loads
// Finding: none
#include "../apart.h"
#include <math.h>
#include <stdio.h>

APART static double wave(double time) { return exp(-time) * sin(time); }

int main(int count, char** arguments) {
  double total = 0;
  for (int round = rounds(count, arguments, 5000); round > 0; round--) total += wave(round * 1.25e-3);
  printf("%g\n", total);
}
