// SPDX-License-Identifier: MIT
//
// The least value of each pair of neighbors is stored anew in each round, from values that have all changed. The forces of a
// symmetric problem are nearly the same in x and y, but are computed from different data.
//
// Tools: silent-stores
// Finding: none
#include "../apart.h"
#include <stdio.h>

enum { ITEMS = 1500 };
static unsigned value[ITEMS + 1], least[ITEMS];

APART static void take_least(unsigned *least, const unsigned *values) {
  for (int i = 0; i < ITEMS; i++) least[i] = values[i] < values[i + 1] ? values[i] : values[i + 1];
}

static double x[ITEMS + 1], y[ITEMS + 1], force[ITEMS];

/** @return the sum of forces by x, and of those by y in the same memory */
APART static double sum_forces(double *force, const double *x, const double *y, double scale) {
  double sum = 0;
  for (int i = 0; i < ITEMS; i++) force[i] = scale * (x[i + 1] + x[i]);
  for (int i = 0; i < ITEMS; i++) sum += force[i];
  for (int i = 0; i < ITEMS; i++) force[i] = scale * (y[i + 1] + y[i]);
  for (int i = 0; i < ITEMS; i++) sum += force[i];
  return sum;
}

int main(int count, char **arguments) {
  unsigned total = 0;
  double sum = 0;
  for (int round = rounds(count, arguments, 300); round > 0; round--) {
    for (int i = 0; i <= ITEMS; i++) value[i] = value[i] * 1103515245u + 12345u + (unsigned)(i ^ round);
    take_least(least, value);
    total += least[round % ITEMS];
    for (int i = 0; i <= ITEMS; i++) {
      x[i] = (i * 7 % 31 + 1) * (1 + 0.1 * round);
      y[i] = x[i] * 1.002;
    }
    sum += sum_forces(force, x, y, 0.5);
  }
  printf("%u %.0f\n", total, sum);
}
