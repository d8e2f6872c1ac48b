/* SPDX-License-Identifier: MIT
 *
 * parallel_solver ITERATIONS: the method of conjugate gradients on a random sparse matrix, as in the NAS benchmark CG. All
 * loops are regions of OpenMP. */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 20000, IN_ROW = 13 };

static int *column;
static double *value, *solution, *residual, *direction, *product;

static unsigned long random_state = 1;
static double next_random(void) {
  random_state = random_state * 6364136223846793005ul + 1442695040888963407ul;
  return (double)(random_state >> 11) / 9007199254740992.0;
}

static double dot(const double *one, const double *other) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < ROWS; i++) sum += one[i] * other[i];
  return sum;
}

static void multiply(const double *in, double *out) {
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) {
    double sum = 0;
    for (int k = i * IN_ROW; k < (i + 1) * IN_ROW; k++) sum += value[k] * in[column[k]];
    out[i] = sum;
  }
}

static void make_matrix(void) {
  column = malloc(ROWS * IN_ROW * sizeof *column);
  value = malloc(ROWS * IN_ROW * sizeof *value);
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < IN_ROW; k++) {
      column[i * IN_ROW + k] = k ? (int)(next_random() * ROWS) : i;
      value[i * IN_ROW + k] = k ? 0.01 * next_random() : 4;
    }
}

int main(int count, char **words) {
  const int iterations = count > 1 ? atoi(words[1]) : 1;
  make_matrix();
  solution = calloc(ROWS, sizeof *solution);
  residual = malloc(ROWS * sizeof *residual);
  direction = malloc(ROWS * sizeof *direction);
  product = malloc(ROWS * sizeof *product);
  for (int i = 0; i < ROWS; i++) residual[i] = direction[i] = 1;
  double square = dot(residual, residual);
  for (int iteration = 0; iteration < iterations; iteration++) {
    multiply(direction, product);
    const double step = square / dot(direction, product);
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++) {
      solution[i] += step * direction[i];
      residual[i] -= step * product[i];
    }
    const double before = square;
    square = dot(residual, residual);
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++) direction[i] = residual[i] + square / before * direction[i];
  }
  printf("%g\n", square);
  return 0;
}
