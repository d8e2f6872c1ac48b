// SPDX-License-Identifier: MIT
//
// A table is swept as sequence alignment does it: each cell reads its upper left neighbor, and the cell above it, which the
// next iteration reads again as its upper left one. The indices are unsigned, so that the compiler computes each anew.
// Change: carry the cell above in a local variable to the next iteration.
//
// Tools: redundant-loads
// Finding: stencil-reload
// Title: sweep() loads values of cells again that the previous iteration has loaded
#include "../apart.h"
#include <stdio.h>

enum { COLUMNS = 400, ROWS = 60, STATES = 5 };
static unsigned table[(ROWS + 1) * (COLUMNS + 1) * STATES];

APART static void sweep(unsigned* cells, unsigned round) {
  unsigned here = (COLUMNS + 2) * STATES, above = STATES, corner = 0;
  for (unsigned row = 1; row <= ROWS; row++) {
    for (unsigned column = 1; column <= COLUMNS; column++) {           /* finding: earlier later change */
      cells[here] = cells[corner + 1] * 3 + cells[corner + 2] + round; /* finding: earlier later */
      cells[here + 1] = cells[above + 1] ^ round;                      /* finding: earlier later */
      cells[here + 2] = cells[above + 2] + cells[here];                /* finding: earlier later */
      here += STATES;
      above += STATES;
      corner += STATES;
    }
    here += STATES;
    above += STATES;
    corner += STATES;
  }
}

int main(int count, char** arguments) {
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++) table[i] = i * 2654435761u;
  for (int round = rounds(count, arguments, 3); round > 0; round--) sweep(table, (unsigned)round);
  printf("%u\n", table[sizeof table / sizeof *table - 1]);
}
