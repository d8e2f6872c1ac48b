/* SPDX-License-Identifier: MIT
 *
 * Threads count in counters of their own, which lie in one cache line.
 *
 * True answer: SHARED_WITH pairs between stores of the left and the right threads, all false sharing (no bytes in
 * common); the line is that of `counters`. With two threads no thread shares with one of its own side.
 *
 * Usage: false_sharing [THREADS [MILLIONS_OF_ROUNDS]]    2 to 4 threads */
#include <stdio.h>

#include "sharing_threads.h"

enum { LINE = 64, DEFAULT_MILLIONS = 600 };

static _Alignas(LINE) volatile long counters[LINE / sizeof(long)];

__attribute__((noinline)) static void count_left(int thread, long rounds) {
  for (long i = 0; i < rounds; i++)
    counters[thread]++; /* answer: left */
}

__attribute__((noinline)) static void count_right(int thread, long rounds) {
  for (long i = 0; i < rounds; i++)
    counters[thread]++; /* answer: right */
}

int main(int count, char **arguments) {
  int failure = run_sharing_threads(count, arguments, DEFAULT_MILLIONS, count_left, count_right);
  printf("%ld\n", counters[0]);
  return failure;
}
