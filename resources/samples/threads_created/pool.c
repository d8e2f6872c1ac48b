/* SPDX-License-Identifier: MIT
 *
 * A pool of threads, which one function creates, and a thread that a thread of its own creates.
 *
 * True answer: all of work() is done in threads that start_pool() created, all of follow_up() in one that lead() created, and lead()
 * runs in one that main() created; own() is main()'s. work() and follow_up() do the same, as often as the argument says, and the
 * pool's two threads do it once each.
 *
 * Usage: pool [ROUNDS] */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORKERS = 2, LENGTH = 16 * 1024, DEFAULT_ROUNDS = 20000 };

static int rounds = DEFAULT_ROUNDS;
static pthread_t pool[WORKERS];

__attribute__((noinline)) static long waste(volatile int *array) {
  for (int i = 0; i < LENGTH; i++)
    array[i] = 0; /* answer: dead store */
  for (int j = 0; j < LENGTH; j++)
    array[j] = j; /* answer: killing store */
  return array[LENGTH / 2];
}

__attribute__((noinline)) static long repeat(void) {
  volatile int *array = malloc(LENGTH * sizeof *array);
  if (!array) return 0;
  long sum = 0;
  for (int round = 0; round < rounds; round++)
    sum += waste(array);
  free((void *)array);
  return sum;
}

__attribute__((noinline)) static long work(void) { return repeat() + 1; }
__attribute__((noinline)) static long follow_up(void) { return repeat() + 2; }
__attribute__((noinline)) static long own(void) { return repeat() + 3; }

static void *pool_thread(void *unused) {
  (void)unused;
  return (void *)work();
}

static void *follower(void *unused) {
  (void)unused;
  return (void *)follow_up();
}

__attribute__((noinline)) static void start_pool(void) {
  for (int i = 0; i < WORKERS; i++)
    if (pthread_create(&pool[i], NULL, pool_thread, NULL)) exit(1); /* answer: pool */
}

static void *lead(void *unused) {
  pthread_t thread;
  void *result = unused;
  if (pthread_create(&thread, NULL, follower, NULL)) exit(1); /* answer: follower */
  pthread_join(thread, &result);
  return result;
}

int main(int count, char **arguments) {
  if (count > 1) rounds = atoi(arguments[1]);
  pthread_t leader;
  start_pool();
  if (pthread_create(&leader, NULL, lead, NULL)) return 1; /* answer: leader */
  long total = own();
  void *result;
  for (int i = 0; i < WORKERS; i++) {
    pthread_join(pool[i], &result);
    total += (long)result;
  }
  pthread_join(leader, &result);
  printf("%ld\n", total + (long)result);
  return 0;
}
