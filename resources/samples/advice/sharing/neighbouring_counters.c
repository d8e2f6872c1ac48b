// SPDX-License-Identifier: MIT
//
// Each thread counts in an element of its own, and all elements lie in one cache line.
// Change: align the counters to cache lines, or count in a local variable.
//
// Tools: false-sharing
// Finding: false-sharing
#include "../apart.h"
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 2 };
static long counters[THREADS];
static int steps;

static void* work(void* number) {
  long* counter = &counters[(long)number];
  for (int i = 0; i < steps; i++) {
    ++*(volatile long*)counter; /* finding: earlier later */
  }
  return NULL;
}

int main(int count, char** arguments) {
  pthread_t threads[THREADS];
  steps = rounds(count, arguments, 400000);
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void*)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", counters[0] + counters[1]);
}
