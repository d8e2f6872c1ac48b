// SPDX-License-Identifier: MIT
//
// Parallel regions and tasks of OpenMP in two threads each, below the functions that begin them. Each thread computes for
// itself, and the threads meet only where regions end.
//
// True answer, in CPU time, whatever thread it is of: `scale` is called by `often` three times and by `seldom` once with the
// same work, so 3/4 of its region is below `often` and 1/4 below `seldom`. The inner region is below the outer one,
// the tasks below the region that makes them, the region that ends `end_in_region` below that, and everything below main.
//
// Usage: regions [ROUNDS]
#include <stdio.h>
#include <stdlib.h>

enum { length = 20000, steps = 200 };
static double values[length];
// Written after each call but one, so that none is the last thing that a function does.
static volatile long calls;

static void compute(double *value) {
  for (int step = 0; step < steps; step++) *value = *value * 0.5 + step;
}

__attribute__((noinline)) static void scale(void) {
#pragma omp parallel for num_threads(2)  // answer: scaled
  for (int i = 0; i < length; i++) compute(&values[i]);
  calls++;
}

__attribute__((noinline)) static void often(void) {
  for (int i = 0; i < 3; i++) scale();
  calls++;
}

__attribute__((noinline)) static void seldom(void) {
  scale();
  calls++;
}

__attribute__((noinline)) static void share_out(void) {
#pragma omp parallel for num_threads(2) schedule(dynamic, 500)  // answer: shared out
  for (int i = 0; i < length; i++) compute(&values[i]);
  calls++;
}

__attribute__((noinline)) static void nest(void) {
#pragma omp parallel num_threads(2)  // answer: outer
  {
#pragma omp parallel for num_threads(2)  // answer: inner
    for (int i = 0; i < length; i++) {
      double own = values[i];
      compute(&own);
      if (own < 0) calls++;
    }
  }
  calls++;
}

__attribute__((noinline)) static void make_tasks(void) {
#pragma omp parallel num_threads(2)  // answer: makes tasks
#pragma omp master
  for (int part = 0; part < 20; part++) {
#pragma omp task  // answer: task
    for (int turn = 0; turn < 4; turn++)
      for (int i = 0; i < length / 20; i++) compute(&values[part * (length / 20) + i]);
  }
  calls++;
}

// The region is the last thing that it does: GCC jumps to the runtime.
__attribute__((noinline)) static void end_in_region(void) {
#pragma omp parallel for num_threads(2)  // answer: last
  for (int i = 0; i < length; i++) compute(&values[i]);
}

int main(int count, char **arguments) {
  const long rounds = count > 1 ? atol(arguments[1]) : 40;
  for (long round = 0; round < rounds; round++) {
    often();
    seldom();
    share_out();
    nest();
    make_tasks();
    end_in_region();
  }
  printf("%g\n", values[length / 2]);
  return 0;
}
