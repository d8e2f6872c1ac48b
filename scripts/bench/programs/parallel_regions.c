/* SPDX-License-Identifier: MIT
 * Parallel regions of two threads. Usage: parallel_regions REGIONS ELEMENTS */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1 << 20, STEPS = 20 };
static double values[MOST];

static void smooth(long elements) {
#pragma omp parallel for num_threads(2)
  for (long i = 0; i < elements; i++) {
    double value = values[i];
    for (int step = 0; step < STEPS; step++) value = value * 0.5 + step;
    values[i] = value;
  }
}

int main(int count, char **arguments) {
  const long regions = count > 1 ? atol(arguments[1]) : 1000, elements = count > 2 ? atol(arguments[2]) : MOST;
  for (long region = 0; region < regions; region++) smooth(elements < MOST ? elements : MOST);
  printf("%g\n", values[0]);
  return 0;
}
