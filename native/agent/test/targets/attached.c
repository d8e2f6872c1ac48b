// SPDX-License-Identifier: MIT
// Runs until its standard input ends, so that a test can attach to it meanwhile:
//   compute THREADS   makes dead stores in that many threads
//   begin-later       as compute 1, whose thread begins after a while
//   allocate THREADS  does nearly nothing but allocate
// later             keeps starting threads and handling SIGTRAP
//   marks             makes dead stores in two regions by turns
//   sleep             waits in calls that a signal would interrupt, and tells whether one did
// Prints "ready" first, and its observations at the end.
#define _GNU_SOURCE
#include <errno.h>
#include <hagstone.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
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

// Blocks too large for a thread's own cache: each call takes the arena's lock.
static void *allocate(void *failed) {
  enum { BLOCKS = 64, SMALLEST = 2000 };
  char *blocks[BLOCKS];
  for (int i = 0; i < BLOCKS; i++) {
    blocks[i] = malloc((size_t)(SMALLEST + i * 100));
    blocks[i][0] = (char)i;
  }
  for (int i = 0; i < BLOCKS; i += 2) free(blocks[i]);
  for (int i = 1; i < BLOCKS; i += 2) {
    if (blocks[i][0] != (char)i) failed = stderr;
    free(blocks[i]);
  }
  return failed;
}

static void *allocate_until_end(void *failed) {
  while (!ended && !failed) failed = allocate(NULL);
  return failed;
}

static int input_has_ended(void) {
  struct pollfd input = {.fd = 0, .events = POLLIN};
  return poll(&input, 1, 0) > 0;
}

static int wait_for_end_of_input(void) {
  char character;
  while (read(0, &character, 1) > 0) {
  }
  ended = 1;
  return 0;
}

// `in_first`, if any, is the first thread's work meanwhile.
static int run(void *(*routine)(void *), void *(*in_first)(void *), int count) {
  pthread_t *threads = calloc((size_t)count, sizeof *threads);
  for (int i = 0; i < count; i++)
    if (pthread_create(&threads[i], NULL, routine, NULL)) return 1;
  for (int round = 1; in_first && (round % 20 || !input_has_ended()); round++) in_first(NULL);
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

static volatile sig_atomic_t handled;

static void on_trap(int signal) {
  (void)signal;
  handled++;
}

static void *work_shortly(void *unused) {
  work(0.005);
  return unused;
}

static int start_later(void) {
  int raised = 0;
  for (; !input_has_ended(); raised++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work_shortly, NULL)) return 1;
    signal(SIGTRAP, on_trap);
    raise(SIGTRAP);
    work(0.005);
    pthread_join(thread, NULL);
  }
  printf("lost %d\n", raised - handled);
  return 0;
}

static int work_in_regions(void) {
  while (!input_has_ended()) {
    hagstone_region_begin("first");
    work(0.005);
    hagstone_region_end("first");
    hagstone_region_begin("second");
    work(0.005);
    hagstone_region_end("second");
  }
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

// Not a call that functions may be called in.
static void wait_for_nothing(void) {
  sem_t never;
  sem_init(&never, 0, 0);
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 1;
  while (sem_timedwait(&never, &end) != 0 && errno == EINTR) {
  }
}

int main(int count, char **arguments) {
  const char *way = count > 1 ? arguments[1] : "";
  int threads = count > 2 ? atoi(arguments[2]) : 1;
  printf("ready\n");
  fflush(stdout);
  if (!strcmp(way, "begin-later")) {
    wait_for_nothing();
    return run(compute, NULL, 1);
  }
  if (!strcmp(way, "compute")) return run(compute, NULL, threads);
  if (!strcmp(way, "allocate")) return run(allocate_until_end, allocate, threads);
  if (!strcmp(way, "later")) return start_later();
  if (!strcmp(way, "marks")) return work_in_regions();
  return sleep_in_calls();
}
