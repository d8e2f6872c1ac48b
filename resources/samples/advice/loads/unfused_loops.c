// SPDX-License-Identifier: MIT
//
// Two loops of one call read the same array, one after the other, as the four loops of Stack RNN do (LOADSPY, listing 15).
// Change: fuse the loops.
//
// Tools: redundant-loads
// Finding: repeated-traversal
#include "../apart.h"
#include <stdio.h>

enum { SIZE = 2000 };
static double errors[SIZE], predicted[SIZE + 1], popped;

APART static void propagate(const double* error, double* prediction, double factor) {
  double sum = 0;
  for (int i = 0; i < SIZE; i++) prediction[i + 1] += error[i] * factor; /* finding: earlier later */
  for (int i = 0; i < SIZE; i++) sum += error[i] * prediction[i];        /* finding: earlier later */
  popped += sum;
}

int main(int count, char** arguments) {
  for (int round = rounds(count, arguments, 80); round > 0; round--) {
    for (int i = 0; i < SIZE; i++) errors[i] = (i * 31 + round * 7) % 101 * 0.01;
    propagate(errors, predicted, 0.5 + round);
  }
  printf("%g\n", popped);
}
