// SPDX-License-Identifier: MIT
//
// A matrix that fits the cache is multiplied by another vector each time: its elements are loaded again, and each product is new.
//
// Tools: redundant-loads
// Finding: none
#include "../apart.h"
#include <stdio.h>

enum { ROWS = 24, COLUMNS = 64 };
static double matrix[ROWS][COLUMNS], vector[COLUMNS], product[ROWS];

APART static void multiply(void) {
  for (int row = 0; row < ROWS; row++) {
    double sum = 0;
    for (int column = 0; column < COLUMNS; column++) sum += matrix[row][column] * vector[column];
    product[row] = sum;
  }
}

int main(int count, char** arguments) {
  unsigned random = 1;
  double total = 0;
  for (int row = 0; row < ROWS; row++) {
    for (int column = 0; column < COLUMNS; column++) matrix[row][column] = row + 1.0 / (column + 1);
  }
  for (int round = rounds(count, arguments, 400); round > 0; round--) {
    for (int column = 0; column < COLUMNS; column++) vector[column] = (random = random * 69069u + 1u) * 1e-9;
    multiply();
    total += product[round % ROWS];
  }
  printf("%g\n", total);
}
