// SPDX-License-Identifier: MIT
//
// Distance and direction of each point are computed and stored, and nothing reads the directions.
// Change: do not compute directions.
//
// Tools: dead-stores
// Finding: unread-result
#include "../apart.h"
#include <stdio.h>

enum { POINTS = 1500 };
static double x[POINTS], y[POINTS], distance[POINTS], direction[POINTS];

APART static void measure(double from) {
  for (int i = 0; i < POINTS; i++) {
    distance[i] = (x[i] - from) * (x[i] - from) + y[i] * y[i];
    direction[i] = (x[i] - from) / (y[i] + 1); /* finding: earlier later */
  }
}

APART static double nearest(void) {
  double least = distance[0];
  for (int i = 1; i < POINTS; i++) least = distance[i] < least ? distance[i] : least;
  return least;
}

int main(int count, char** arguments) {
  double total = 0;
  for (int i = 0; i < POINTS; i++) x[i] = i % 97, y[i] = i % 89;
  for (int round = rounds(count, arguments, 60); round > 0; round--) {
    measure(round);
    total += nearest();
  }
  printf("%g %g\n", total, direction[0]);
}
