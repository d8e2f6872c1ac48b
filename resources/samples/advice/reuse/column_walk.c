// SPDX-License-Identifier: MIT
//
// A matrix in row-major order is walked through column by column.
// Change: exchange the loops.
//
// Tools: reuse-distance
// Finding: poor-loop-order
#include "../apart.h"
#include <stdio.h>

enum { ROWS = 1500, COLUMNS = 64 };
static double matrix[ROWS][COLUMNS];

APART static double sum_all(void) {
  double sum = 0;
  for (int j = 0; j < COLUMNS; j++)
    for (int i = 0; i < ROWS; i++) sum += matrix[i][j]; /* finding: earlier later */
  return sum;
}

int main(int count, char** arguments) {
  double total = 0;
  for (int i = 0; i < ROWS; i++) matrix[i][i % COLUMNS] = i;
  for (int round = rounds(count, arguments, 4); round > 0; round--) total += sum_all();
  printf("%g\n", total);
}
