// SPDX-License-Identifier: MIT
//
// Two threads of OpenMP with unequal work: the first has three times as much as the second, which waits for it where each region
// ends (fill) and at a barrier within the region (sum).
//
// True answer: of the work, the first thread has 3/4 and the second 1/4, in both regions: max/mean is 1.5. What the second thread
// spends beyond its work is waiting. The program measures both with the clock of each thread's CPU time and prints them:
// "THREAD WORK WAITED", in ns, one line for each thread.
//
// Usage: imbalanced [ROUNDS]
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { threads = 2, steps = 200, part = 40000, parts = 4 };
static double values[part * parts];
static long work[threads];
static long total[threads];
// Written after each call, so that none is the last thing that a function does.
static volatile long calls;
static volatile int arrived[threads];

static long cpu_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}

__attribute__((noinline)) static void compute(int first) {
  const long begin = cpu_time();
  for (int i = 0; i < part; i++)
    for (int step = 0; step < steps; step++) values[first + i] = values[first + i] * 0.5 + step;
  work[omp_get_thread_num()] += cpu_time() - begin;
}

__attribute__((noinline)) static void fill(void) {
  // A chunk of the first thread has three parts with work, and that of the second one.
#pragma omp parallel for num_threads(threads) schedule(static)  // answer: filled
  for (int i = 0; i < 6; i++)
    if (i < 3 || i == 5) compute(part * (i < 3 ? i : 3));
  calls++;
}

__attribute__((noinline)) static void sum(void) {
#pragma omp parallel num_threads(threads)  // answer: summed
  {
    if (omp_get_thread_num() == 0) {
      compute(0);
      compute(part);
      compute(2 * part);
    } else {
      compute(3 * part);
    }
#pragma omp barrier  // answer: barrier
    arrived[omp_get_thread_num()]++;
  }
  calls++;
}

int main(int count, char **arguments) {
  const long rounds = count > 1 ? atol(arguments[1]) : 20;
  for (long round = 0; round < rounds; round++) {
    fill();
    sum();
  }
#pragma omp parallel num_threads(threads)
  total[omp_get_thread_num()] = cpu_time();
  for (int thread = 0; thread < threads; thread++) printf("%d %ld %ld\n", thread, work[thread], total[thread] - work[thread]);
  return 0;
}
