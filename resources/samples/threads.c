/* SPDX-License-Identifier: MIT
 *
 * Four threads, each wasting stores in an array of its own; the even ones under other callers than the odd ones.
 *
 * True answer: in every thread the first loop's stores are KILLED_BY the second loop's, which are used; threads 0 and 2
 * under even(), 1 and 3 under odd(). Nothing is killed by another thread.
 *
 * Usage: threads [ROUNDS] */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, LENGTH = 64 * 1024, DEFAULT_ROUNDS = 8000 };

static int rounds = DEFAULT_ROUNDS;

__attribute__((noinline)) static long waste(volatile int *array) {
  for (int i = 0; i < LENGTH; i++)
    array[i] = 0; /* answer: dead store */
  for (int j = 0; j < LENGTH; j++)
    array[j] = j; /* answer: killing store */
  long sum = 0;
  for (int k = 0; k < LENGTH; k++)
    sum += array[k];
  return sum;
}

__attribute__((noinline)) static long even(volatile int *array) { return waste(array) + 1; }
__attribute__((noinline)) static long odd(volatile int *array) { return waste(array) - 1; }

static void *run(void *number) {
  volatile int *array = malloc(LENGTH * sizeof *array);
  if (!array) return NULL;
  long sum = 0;
  for (int round = 0; round < rounds; round++)
    sum += (long)number % 2 ? odd(array) : even(array);
  free((void *)array);
  return (void *)sum;
}

int main(int count, char **arguments) {
  if (count > 1) rounds = atoi(arguments[1]);
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, run, (void *)i)) return 1;
  long total = 0;
  for (int i = 0; i < THREADS; i++) {
    void *sum;
    pthread_join(threads[i], &sum);
    total += (long)sum;
  }
  printf("%ld\n", total);
  return 0;
}
