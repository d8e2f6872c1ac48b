// SPDX-License-Identifier: MIT
// Runs until its standard input ends, so that something can be attached to it meanwhile:
//   compute THREADS   stores in vain in so many threads
//   allocate THREADS  does nearly nothing but allocate
//   sleep             waits in calls that a signal would interrupt, and tells whether one did
// Prints "ready" first, and at the end what it has seen.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "work.h"

static volatile int ended;

static void *compute(void *sum) {
  while (!ended) work(0.01);
  return sum;
}

static void *allocate(void *failed) {
  while (!ended) {
    enum { BLOCKS = 64 };
    char *blocks[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
      blocks[i] = malloc((size_t)(i * 100 + 1));
      blocks[i][0] = (char)i;
    }
    for (int i = 0; i < BLOCKS; i++) {
      if (blocks[i][0] != (char)i) failed = stderr;
      free(blocks[i]);
    }
  }
  return failed;
}

static int wait_for_end_of_input(void) {
  char character;
  while (read(0, &character, 1) > 0) {
  }
  ended = 1;
  return 0;
}

static int run(void *(*routine)(void *), int count) {
  pthread_t *threads = calloc((size_t)count, sizeof *threads);
  for (int i = 0; i < count; i++)
    if (pthread_create(&threads[i], NULL, routine, NULL)) return 1;
  wait_for_end_of_input();
  int failed = 0;
  for (int i = 0; i < count; i++) {
    void *result;
    pthread_join(threads[i], &result);
    failed += result != NULL;
  }
  free(threads);
  printf("%d threads, %d failed\n", count, failed);
  return 0;
}

static int sleep_in_calls(void) {
  int interrupted = 0, waiting = epoll_create1(0);
  struct epoll_event input = {.events = EPOLLIN}, event;
  epoll_ctl(waiting, EPOLL_CTL_ADD, 0, &input);
  while (epoll_wait(waiting, &event, 1, 60000) < 0) interrupted++;
  work(0.2);
  printf("interrupted %d\n", interrupted);
  return 0;
}

int main(int count, char **arguments) {
  const char *way = count > 1 ? arguments[1] : "";
  int threads = count > 2 ? atoi(arguments[2]) : 1;
  printf("ready\n");
  fflush(stdout);
  if (!strcmp(way, "compute")) return run(compute, threads);
  if (!strcmp(way, "allocate")) return run(allocate, threads);
  return sleep_in_calls();
}
