// SPDX-License-Identifier: MIT
//
// Each cell is read three times, by the iterations of its neighbors and its own, as in hotspot3D (LOADSPY, listing 6). The
// compiler cannot carry it along, since a store might change it.
// Change: carry the neighbors in local variables from one iteration to the next.
//
// Tools: redundant-loads
// Finding: stencil-reload
// Sureness at -O3: observed
#include "../apart.h"
#include <stdio.h>

enum { CELLS = 3000 };
static double from[CELLS], to[CELLS];

APART static void smooth(double* into, const double* cells, double centre) {
  for (int i = 1; i < CELLS - 1; i++)                                    /* finding: earlier later */
    into[i] = cells[i - 1] + centre * cells[i] - 0.5 * cells[i + 1];     /* finding: earlier later */
}

int main(int count, char** arguments) {
  for (int i = 0; i < CELLS; i++) from[i] = i % 17;
  for (int round = rounds(count, arguments, 40); round > 0; round--) {
    smooth(to, from, round);
    smooth(from, to, 0.25);
  }
  printf("%g\n", from[CELLS / 2]);
}
