// SPDX-License-Identifier: MIT
// Starts THREADS threads, four at once; each stores each of 64 places twice, ROUNDS times.
#include <pthread.h>
#include <stdlib.h>

enum { TOGETHER = 4, PLACES = 64 };

static long rounds;

static void *work(void *unused) {
  volatile long places[PLACES];
  for (long round = 0; round < rounds; round++)
    for (int i = 0; i < PLACES; i++) {
      places[i] = round;
      places[i] = round + 1;
    }
  return unused;
}

int main(int argument_count, char **arguments) {
  if (argument_count < 3) return 2;
  const long threads = atol(arguments[1]);
  rounds = atol(arguments[2]);
  for (long started = 0; started < threads; started += TOGETHER) {
    pthread_t running[TOGETHER];
    for (int i = 0; i < TOGETHER; i++)
      if (pthread_create(&running[i], NULL, work, NULL)) return 1;
    for (int i = 0; i < TOGETHER; i++) pthread_join(running[i], NULL);
  }
  return 0;
}
