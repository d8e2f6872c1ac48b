// SPDX-License-Identifier: MIT
//
// Each cell is read by its own iteration and by those of both neighbors, whose indices are chosen at the borders, as in
// Rodinia's hotspot3D (LOADSPY, listing 6).
// Change: treat the borders apart, and carry the neighbors in local variables.
//
// Tools: redundant-loads
// Finding: stencil-reload
#include "../apart.h"
#include <stdio.h>

enum { COLUMNS = 600, ROWS = 5 };
static double temperature[ROWS * COLUMNS], next[ROWS * COLUMNS];

APART static void step(double* to, const double* from, double middle, double side) {
  for (int y = 0; y < ROWS; y++)
    for (int x = 0; x < COLUMNS; x++) {                                       /* finding: earlier later */
      int c = x + y * COLUMNS;
      int west = x == 0 ? c : c - 1, east = x == COLUMNS - 1 ? c : c + 1;     /* finding: earlier later */
      to[c] = middle * from[c] + side * from[west] + side * 0.5 * from[east]; /* finding: earlier later */
    }
}

int main(int count, char** arguments) {
  for (int i = 0; i < ROWS * COLUMNS; i++) temperature[i] = i % 23 + 0.5;
  for (int round = rounds(count, arguments, 40); round > 0; round--) {
    step(next, temperature, 0.5 + round * 0.001, 0.2);
    step(temperature, next, 0.4, 0.3 + round * 0.001);
  }
  printf("%g\n", temperature[ROWS * COLUMNS / 2]);
}
