// SPDX-License-Identifier: MIT
//
// The innermost loop of a matrix product walks down a column, as in botsspar (RDX VI-B).
// Change: exchange the loops over j and k.
//
// Tools: reuse-distance
// Finding: poor-loop-order
#include "../apart.h"
#include <stdio.h>

enum { ROWS = 3, N = 600 };
static double a[ROWS][N], b[N][N], c[ROWS][N];

APART static void multiply(void) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j]; /* finding: earlier later */
      c[i][j] = sum;
    }
}

int main(int count, char** arguments) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) a[i % ROWS][j] = i + j, b[i][j] = i - j;
  for (int round = rounds(count, arguments, 1); round > 0; round--) multiply();
  printf("%g\n", c[2][4]);
}
