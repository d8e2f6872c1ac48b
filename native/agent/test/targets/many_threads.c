// SPDX-License-Identifier: MIT
// Starts and ends a hundred threads in the three ways there are, some at the same time.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "work.h"

static void *by_return(void *number) {
  work(0.004);
  return number;
}

static void *by_exit(void *number) {
  work(0.004);
  pthread_exit(number);
}

static void *by_cancel(void *number) {
  work(0.004);
  for (;;) pause();
  return number;
}

int main(void) {
  void *(*const routines[])(void *) = {by_return, by_exit, by_cancel};
  enum { GROUPS = 25, TOGETHER = 4 };
  long sum = 0, cancelled = 0;
  for (long group = 0; group < GROUPS; group++) {
    pthread_t threads[TOGETHER];
    for (long i = 0; i < TOGETHER; i++)
      if (pthread_create(&threads[i], NULL, routines[(group + i) % 3], (void *)i)) return 1;
    for (long i = 0; i < TOGETHER; i++) {
      void *result;
      if ((group + i) % 3 == 2) pthread_cancel(threads[i]);
      pthread_join(threads[i], &result);
      if (result == PTHREAD_CANCELED) cancelled++;
      else sum += (long)result;
    }
  }
  printf("sum %ld, cancelled %ld\n", sum, cancelled);
  return 0;
}
