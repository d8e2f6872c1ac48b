// SPDX-License-Identifier: MIT
//
// Every visit of a cell sets its flag, which nearly always is set already.
// Change: test the flag before it is set, if other threads read its cache line.
//
// Tools: silent-stores
// Finding: update-without-effect
// Sureness: observed
// Title: walk() sets cell->reached again in the loop at flag_set.c:19 to the value that it already has
#include "../apart.h"
#include <stdio.h>

enum { CELLS = 512 };
struct cell { int visits; char reached; };
static struct cell cells[CELLS];

APART static void walk(unsigned start, int steps) {
  unsigned at = start;
  for (int i = 0; i < steps; i++) {
    at = at * 1103515245u + 12345u;
    struct cell* cell = &cells[(at >> 8) % CELLS];
    cell->visits++;
    cell->reached = 1; /* finding: earlier later */
  }
}

int main(int count, char** arguments) {
  for (int round = rounds(count, arguments, 100); round > 0; round--) walk((unsigned)round, 2000);
  int reached = 0, visits = 0;
  for (int i = 0; i < CELLS; i++) reached += cells[i].reached, visits += cells[i].visits;
  printf("%d %d\n", reached, visits);
}
