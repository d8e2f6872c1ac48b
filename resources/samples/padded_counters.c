/* SPDX-License-Identifier: MIT
 *
 * Threads count in counters of their own, each in a cache line of its own: false_sharing.c, repaired.
 *
 * True answer: nothing is shared, no SHARED_WITH pair within this program's own code.
 *
 * Usage: padded_counters [THREADS [MILLIONS_OF_ROUNDS]]    2 to 4 threads */
#include <stdio.h>

#include "sharing_threads.h"

enum { LINE = 64, DEFAULT_MILLIONS = 5000 };

static struct {
  _Alignas(LINE) volatile long count;
} counters[MOST_SHARING_THREADS];

__attribute__((noinline)) static void count_left(int thread, long rounds) {
  for (long i = 0; i < rounds; i++)
    counters[thread].count++; /* answer: left */
}

__attribute__((noinline)) static void count_right(int thread, long rounds) {
  for (long i = 0; i < rounds; i++)
    counters[thread].count++; /* answer: right */
}

int main(int count, char **arguments) {
  int failure = run_sharing_threads(count, arguments, DEFAULT_MILLIONS, count_left, count_right);
  printf("%ld\n", counters[0].count);
  return failure;
}
