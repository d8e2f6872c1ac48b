// SPDX-License-Identifier: MIT
//
// All threads count in one variable.
// Change: count in a local variable and add it at the end.
//
// Tools: false-sharing
// Finding: true-sharing
#include "../apart.h"
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 2 };
static long done;
static int steps;

static void* work(void* unused) {
  (void)unused;
  for (int i = 0; i < steps; i++) __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED); /* finding: earlier later */
  return NULL;
}

int main(int count, char** arguments) {
  pthread_t threads[THREADS];
  steps = rounds(count, arguments, 400000);
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", done);
}
