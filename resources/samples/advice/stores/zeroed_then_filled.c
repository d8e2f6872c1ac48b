// SPDX-License-Identifier: MIT
//
// A grid is set to zero, and then every cell is written: no zero is ever read.
// Change: drop the call of clear_cells.
//
// Tools: dead-stores
// Finding: overwritten-before-use
#include "../apart.h"
#include <stdio.h>

enum { ROWS = 100, COLUMNS = 100 };
static double cells[ROWS][COLUMNS];

APART static void clear_cells(void) {
  for (int i = 0; i < ROWS; i++)                           /* finding: earlier */
    for (int j = 0; j < COLUMNS; j++) cells[i][j] = 0;     /* finding: earlier */
}

APART static void fill_cells(double step) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) cells[i][j] = i * step + j; /* finding: later */
}

APART static double sum_cells(void) {
  double sum = 0;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) sum += cells[i][j];
  return sum;
}

int main(int count, char** arguments) {
  double total = 0;
  for (int round = rounds(count, arguments, 20); round > 0; round--) {
    clear_cells(); /* finding: earlier: a jump may represent the last call */
    fill_cells(round);
    total += sum_cells();
  }
  printf("%g\n", total);
}
