// SPDX-License-Identifier: MIT
//
// A vector is made with a size, which sets all elements to zero, and a loop then writes all of them.
// Change: make it empty, reserve, and push_back, or keep one vector for all rounds.
//
// Tools: dead-stores
// Finding: overwritten-before-use
#include "../apart.h"
#include <cstdio>
#include <vector>

APART static double square_all(int elements, int round) {
  std::vector<double> squares(elements);                                          /* finding: earlier */
  for (int i = 0; i < elements; i++) squares[i] = double(i) * (i + round);        /* finding: later */
  double sum = 0;
  for (double square : squares) sum += square;
  return sum;
}

int main(int count, char** arguments) {
  double total = 0;
  for (int round = rounds(count, arguments, 80); round > 0; round--) total += square_all(3000, round);
  std::printf("%g\n", total);
}
