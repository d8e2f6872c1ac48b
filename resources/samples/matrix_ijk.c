/* SPDX-License-Identifier: MIT
 *
 * Matrix product, the inner loop over a row of A and a column of B. With n = MATRIX_ROWS:
 *
 * True answer: A's loads are REUSED_BY themselves at time distance 2 n + 1 (a row is read again for each column), B's
 * at n (2 n + 1) (all of B comes in between), C's stores after a whole product, n^2 (2 n + 1).
 *
 * Usage: matrix_ijk [PRODUCTS] */
#include <stdio.h>
#include <stdlib.h>

#include "reuse_samples.h"

enum { DEFAULT_PRODUCTS = 8000 };

/* volatile: each access happens as it is written. */
static volatile double a[MATRIX_ROWS][MATRIX_ROWS], b[MATRIX_ROWS][MATRIX_ROWS], c[MATRIX_ROWS][MATRIX_ROWS];

__attribute__((noinline)) static void multiply(void) {
  for (int i = 0; i < MATRIX_ROWS; i++)
    for (int j = 0; j < MATRIX_ROWS; j++) {
      double sum = 0;
      for (int k = 0; k < MATRIX_ROWS; k++) {
        double factor = a[i][k]; /* answer: a */
        sum += factor * b[k][j]; /* answer: b */
      }
      c[i][j] = sum; /* answer: c */
    }
}

int main(int count, char **arguments) {
  int products = count > 1 ? atoi(arguments[1]) : DEFAULT_PRODUCTS;
  for (int product = 0; product < products; product++)
    multiply();
  printf("%f\n", c[1][2]);
  return 0;
}
