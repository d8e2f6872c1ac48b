// SPDX-License-Identifier: MIT
//
// Nearly all cells of a lattice have the same values, and each is computed anew, as in SPEC's lbm (LOADSPY, listing 16).
// Change: compute once for a run of equal cells, or leave some out.
//
// Tools: spatial-loads
// Finding: uniform-data
#include "../apart.h"
#include <stdio.h>

enum { CELLS = 1500, VALUES = 4 };
static double grid[CELLS * VALUES], result[CELLS];

APART static void collide(const double* from, double* to, double omega) {
  for (int cell = 0; cell < CELLS; cell++) {
    const double* values = from + (long)cell * VALUES;
    double density = values[0] + values[1] + values[2] + values[3]; /* finding: earlier later */
    to[cell] = density * omega;
  }
}

int main(int count, char** arguments) {
  for (int i = 0; i < CELLS * VALUES; i++) grid[i] = i % 499 == 0 ? 0.3 : 0.25;
  for (int round = rounds(count, arguments, 50); round > 0; round--) collide(grid, result, 1.9 + round);
  printf("%g\n", result[CELLS / 2]);
}
