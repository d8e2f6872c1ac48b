/* SPDX-License-Identifier: MIT
 *
 * The workers of a thread pool count: each in its own counter, in a cache line with those of the others; all in one
 * common counter; and each in its own counter with a cache line of its own. Any worker runs any task.
 *
 * True answer: SHARED_WITH pairs of stores of count_own() are all false sharing (the line is that of `own`), those of
 * count_common() all true sharing (the line is that of `common`), also if the workers take turns on one processor.
 * Stores of count_padded() are in no pair.
 *
 * Usage: pooled_counters [WORKERS [ROUNDS]]    1 to 8 workers; 0 rounds: until SIGTERM */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINE = 64, MOST_WORKERS = LINE / sizeof(long), DEFAULT_ROUNDS = 500, KINDS = 3, STEPS = 100 * 1000 };

static _Alignas(LINE) volatile long own[MOST_WORKERS];
static struct {
  _Alignas(LINE) atomic_long count;
} common;
static struct {
  _Alignas(LINE) volatile long count;
} padded[MOST_WORKERS];

/* In no line that the tasks count in. */
static struct {
  _Alignas(LINE) pthread_mutex_t mutex;
  pthread_cond_t ready, done;
  int next, finished, tasks; /* of this round */
  int ended;
} pool = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0, 0};
static _Alignas(LINE) volatile sig_atomic_t stopped;

static void stop(int signal) {
  (void)signal;
  stopped = 1;
}

__attribute__((noinline)) static void count_own(int worker) {
  for (int i = 0; i < STEPS; i++)
    own[worker]++; /* answer: own */
}

__attribute__((noinline)) static void count_common(int worker) {
  (void)worker;
  for (int i = 0; i < STEPS; i++)
    atomic_fetch_add_explicit(&common.count, 1, memory_order_relaxed); /* answer: common */
}

__attribute__((noinline)) static void count_padded(int worker) {
  for (int i = 0; i < STEPS; i++)
    padded[worker].count++; /* answer: padded */
}

/* Number of a task to run; -1 at the end. */
static int take_task(void) {
  pthread_mutex_lock(&pool.mutex);
  while (pool.next == pool.tasks && !pool.ended)
    pthread_cond_wait(&pool.ready, &pool.mutex);
  int task = pool.next == pool.tasks ? -1 : pool.next++;
  pthread_mutex_unlock(&pool.mutex);
  return task;
}

static void finish_task(void) {
  pthread_mutex_lock(&pool.mutex);
  if (++pool.finished == pool.tasks) pthread_cond_signal(&pool.done);
  pthread_mutex_unlock(&pool.mutex);
}

static void *work(void *number) {
  static void (*const kinds[KINDS])(int worker) = {count_own, count_common, count_padded};
  const int worker = *(int *)number;
  for (int task; (task = take_task()) >= 0;) {
    kinds[task % KINDS](worker);
    finish_task();
  }
  return NULL;
}

static void run_round(int tasks) {
  pthread_mutex_lock(&pool.mutex);
  pool.next = pool.finished = 0;
  pool.tasks = tasks;
  pthread_cond_broadcast(&pool.ready);
  while (pool.finished < pool.tasks)
    pthread_cond_wait(&pool.done, &pool.mutex);
  pool.next = pool.tasks = 0;
  pthread_mutex_unlock(&pool.mutex);
}

static void end_pool(void) {
  pthread_mutex_lock(&pool.mutex);
  pool.ended = 1;
  pthread_cond_broadcast(&pool.ready);
  pthread_mutex_unlock(&pool.mutex);
}

int main(int count, char **arguments) {
  int workers = count > 1 ? atoi(arguments[1]) : 4;
  long rounds = count > 2 ? atol(arguments[2]) : DEFAULT_ROUNDS;
  if (workers < 1 || workers > MOST_WORKERS) return 2;
  signal(SIGTERM, stop);
  pthread_t threads[MOST_WORKERS];
  int numbers[MOST_WORKERS];
  for (int i = 0; i < workers; i++) {
    numbers[i] = i;
    if (pthread_create(&threads[i], NULL, work, &numbers[i])) return 1;
  }
  for (long round = 0; !stopped && (!rounds || round < rounds); round++)
    run_round(KINDS * workers);
  end_pool();
  for (int i = 0; i < workers; i++)
    pthread_join(threads[i], NULL);
  printf("%ld\n", (long)common.count);
  return 0;
}
