/* SPDX-License-Identifier: MIT
 *
 * Starts the threads of the samples of sharing: even ones on the left, odd ones on the right. */
#ifndef HAGSTONE_SHARING_THREADS_H
#define HAGSTONE_SHARING_THREADS_H

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum { MOST_SHARING_THREADS = 4, SHARING_MILLION = 1000 * 1000 };

typedef void sharing_side(int thread, long rounds);

struct sharing_thread {
  sharing_side *side;
  int number;
  long rounds; /* 0: until SIGTERM */
};

/* In no line that the threads count in. */
static _Alignas(64) volatile sig_atomic_t sharing_ends;

static void end_sharing(int signal) {
  (void)signal;
  sharing_ends = 1;
}

static void *run_sharing_thread(void *argument) {
  struct sharing_thread *thread = argument;
  if (thread->rounds) {
    thread->side(thread->number, thread->rounds);
  } else {
    while (!sharing_ends)
      thread->side(thread->number, SHARING_MILLION);
  }
  return NULL;
}

/* Arguments: [THREADS [MILLIONS_OF_ROUNDS]], 0 millions: until SIGTERM. Exit status of the program. */
static int run_sharing_threads(int count, char **arguments, long default_millions, sharing_side *left,
                               sharing_side *right) {
  int wanted = count > 1 ? atoi(arguments[1]) : 2;
  long rounds = (count > 2 ? atol(arguments[2]) : default_millions) * SHARING_MILLION;
  if (wanted < 2 || wanted > MOST_SHARING_THREADS) return 2;
  if (!rounds) signal(SIGTERM, end_sharing);
  pthread_t threads[MOST_SHARING_THREADS];
  struct sharing_thread about[MOST_SHARING_THREADS];
  for (int i = 0; i < wanted; i++) {
    about[i] = (struct sharing_thread){i % 2 ? right : left, i, rounds};
    if (pthread_create(&threads[i], NULL, run_sharing_thread, &about[i])) return 1;
  }
  for (int i = 0; i < wanted; i++)
    pthread_join(threads[i], NULL);
  return 0;
}

#endif
