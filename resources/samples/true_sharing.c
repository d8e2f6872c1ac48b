/* SPDX-License-Identifier: MIT
 *
 * Threads count in one counter.
 *
 * True answer: SHARED_WITH pairs between stores of the left and the right threads, all true sharing (the same bytes);
 * the line is that of `counter`.
 *
 * Usage: true_sharing [THREADS [MILLIONS_OF_ROUNDS]]    2 to 4 threads */
#include <stdatomic.h>
#include <stdio.h>

#include "sharing_threads.h"

enum { LINE = 64, DEFAULT_MILLIONS = 300 };

static _Alignas(LINE) atomic_long counter;

__attribute__((noinline)) static void count_left(int thread, long rounds) {
  (void)thread;
  for (long i = 0; i < rounds; i++)
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed); /* answer: left */
}

__attribute__((noinline)) static void count_right(int thread, long rounds) {
  (void)thread;
  for (long i = 0; i < rounds; i++)
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed); /* answer: right */
}

int main(int count, char **arguments) {
  int failure = run_sharing_threads(count, arguments, DEFAULT_MILLIONS, count_left, count_right);
  printf("%ld\n", (long)counter);
  return failure;
}
