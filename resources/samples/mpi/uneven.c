// SPDX-License-Identifier: MIT
//
// Ranks with unequal work, which meet after each step: rank 1 has three times as much as each of the others, which wait for it.
//
// True answer: the others wait in MPI_Allreduce in exchange() for rank 1, and the difference is in the loop of compute(). Of two
// ranks, rank 1 has 3/4 of the work: max/mean is 1.5.
//
// Usage: uneven [STEPS]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { values = 20000, rounds = 60 };
static double field[values];
// Written after each call, so that none is the last thing that a function does.
static volatile long calls;

__attribute__((noinline)) static double compute(int times) {
  double sum = 0;
  for (int round = 0; round < times; round++) /* answer: compute */
    for (int i = 1; i < values; i++) {
      field[i] = field[i - 1] * 0.5 + round;
      sum += field[i];
    }
  calls++;
  return sum;
}

__attribute__((noinline)) static double exchange(double own) {
  double all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* answer: exchange */
  calls++;
  return all;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int steps = argc > 1 ? atoi(argv[1]) : 60;
  double sum = 0;
  for (int step = 0; step < steps; step++) sum += exchange(compute(rank == 1 ? 3 * rounds : rounds));
  if (rank == 0) printf("%g\n", sum);
  MPI_Finalize();
}
