/* SPDX-License-Identifier: MIT
 *
 * Matrix product, the inner loop along rows of B and C. With n = MATRIX_ROWS:
 *
 * True answer: C's loads are REUSED_BY C's stores at time distance 1, C's stores by its loads at 3 n (a row of C is
 * passed for each element of a row of A), B's loads by themselves at n (3 n + 1), A's after a whole product.
 *
 * Usage: matrix_ikj [PRODUCTS] */
#include <stdio.h>
#include <stdlib.h>

#include "reuse_samples.h"

enum { DEFAULT_PRODUCTS = 8000 };

/* volatile: each access happens as it is written. */
static volatile double a[MATRIX_ROWS][MATRIX_ROWS], b[MATRIX_ROWS][MATRIX_ROWS], c[MATRIX_ROWS][MATRIX_ROWS];

__attribute__((noinline)) static void multiply(void) {
  for (int i = 0; i < MATRIX_ROWS; i++)
    for (int k = 0; k < MATRIX_ROWS; k++) {
      double factor = a[i][k]; /* answer: a */
      for (int j = 0; j < MATRIX_ROWS; j++) {
        double product = factor * b[k][j]; /* answer: b */
        double sum = c[i][j];              /* answer: c load */
        c[i][j] = sum + product;           /* answer: c store */
      }
    }
}

int main(int count, char **arguments) {
  int products = count > 1 ? atoi(arguments[1]) : DEFAULT_PRODUCTS;
  for (int product = 0; product < products; product++)
    multiply();
  printf("%f\n", c[1][2]);
  return 0;
}
