/* SPDX-License-Identifier: MIT
 *
 * Dead stores to thread-local storage, in two threads.
 *
 * True answer, in stores: 20 of 21 go to `scratch`, which is filled twice before it is read: every store of `fill` is
 * KILLED_BY the next call of `fill`, but for the last. Those to `results` are USED_BY `add_up`.
 *
 * Usage: thread_storage [ROUNDS] */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 1000, RESULTS = 100, DEFAULT_ROUNDS = 200000 };

static __thread volatile long scratch[LENGTH];
static volatile long results[2][RESULTS];

__attribute__((noinline)) static void fill(long value) {
  for (int i = 0; i < LENGTH; i++)
    scratch[i] = value; /* answer: dead */
}

__attribute__((noinline)) static void keep(volatile long *kept, long value) {
  for (int i = 0; i < RESULTS; i++)
    kept[i] = value; /* answer: used */
}

__attribute__((noinline)) static long add_up(volatile long *kept) {
  long sum = 0;
  for (int i = 0; i < RESULTS; i++)
    sum += kept[i];
  return sum;
}

static long rounds;

static void *run(void *kept) {
  long sum = 0;
  for (long round = 0; round < rounds; round++) {
    fill(round);
    fill(round + 1);
    keep(kept, round);
    sum += add_up(kept);
  }
  return (void *)(sum + scratch[LENGTH / 2]);
}

int main(int count, char **arguments) {
  rounds = count > 1 ? atol(arguments[1]) : DEFAULT_ROUNDS;
  pthread_t other;
  void *sum;
  if (pthread_create(&other, NULL, run, (void *)results[1])) return 1;
  long own = (long)run((void *)results[0]);
  pthread_join(other, &sum);
  printf("%ld\n", own + (long)sum);
  return 0;
}
