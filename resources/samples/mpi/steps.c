/* SPDX-License-Identifier: MIT
 *
 * Ranks of MPI with different waste, and a communication that passes on the same values again and again.
 *
 * True answer: of the stores in step(), rank r wastes r of r + 1: 0, 1/2, 2/3, ... What MPI_Allreduce does, it does below
 * exchange(). Each rank has the same number of stores in step().
 *
 * Usage: steps [ROUNDS]
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 1024, ROUNDS = 200000, EXCHANGES = 3000, MESSAGE = 1 << 15 };

static volatile int values[LENGTH];
static double parts[MESSAGE], sums[MESSAGE];

static __attribute__((noinline)) int step(int number, int wasted) {
  int sum = 0;
  for (int i = 0; i < LENGTH; i++)
    values[i] = number; /* answer: store */
  if (number % (wasted + 1) == wasted)
    for (int i = 0; i < LENGTH; i++)
      sum += values[i];
  return sum;
}

static __attribute__((noinline)) void exchange(void) {
  MPI_Allreduce(parts, sums, MESSAGE, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* answer: allreduce */
}

int main(int count, char **arguments) {
  MPI_Init(&count, &arguments);
  const int rounds = count > 1 ? atoi(arguments[1]) : ROUNDS;
  int rank, sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < MESSAGE; i++)
    parts[i] = rank + i;
  for (int number = 0; number < rounds; number++) {
    sum += step(number, rank);
    if (number % (ROUNDS / EXCHANGES) == 0) exchange();
  }
  if (rank == 0) printf("%d %g\n", sum, sums[1]);
  MPI_Finalize();
  return 0;
}
