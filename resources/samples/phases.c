/* SPDX-License-Identifier: MIT
 *
 * A trace with a known answer: each of three threads computes in first, sleeps, then computes in second.
 *
 * True answer: the program prints for each thread, in order of its number, four moments of CLOCK_MONOTONIC in
 * microseconds: first begins, first ends, second begins, second ends. All samples of a thread before its second moment are
 * below first, none is between its second and third, and all after its third are below second. Thread n begins when
 * thread n - 1 has ended first.
 *
 * Usage: phases [MILLISECONDS of CPU time in each function] */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS = 3, DEFAULT_MILLISECONDS = 150, PAUSE = 100, STEPS = 20000 };

static uint64_t milliseconds = DEFAULT_MILLISECONDS;
static uint64_t moments[THREADS][4];

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* In a register, so that nothing but the clock interrupts it. */
__attribute__((noinline)) static void compute(void) {
  const uint64_t end = nanoseconds(CLOCK_THREAD_CPUTIME_ID) + milliseconds * 1000000;
  while (nanoseconds(CLOCK_THREAD_CPUTIME_ID) < end)
    for (unsigned long left = STEPS; left; left--) __asm__ volatile("" : "+r"(left));
}

__attribute__((noinline)) static void first(uint64_t *moment) {
  moment[0] = nanoseconds(CLOCK_MONOTONIC);
  compute();
  moment[1] = nanoseconds(CLOCK_MONOTONIC);
}

__attribute__((noinline)) static void second(uint64_t *moment) {
  moment[2] = nanoseconds(CLOCK_MONOTONIC);
  compute();
  moment[3] = nanoseconds(CLOCK_MONOTONIC);
}

static void *run(void *number) {
  uint64_t *moment = moments[(long)number];
  first(moment);
  pthread_t next;
  const int has_next = (long)number + 1 < THREADS;
  if (has_next && pthread_create(&next, NULL, run, (char *)number + 1)) abort();
  const struct timespec pause = {0, PAUSE * 1000000};
  nanosleep(&pause, NULL);
  second(moment);
  if (has_next) pthread_join(next, NULL);
  return NULL;
}

int main(int count, char **arguments) {
  if (count > 1) milliseconds = (uint64_t)atoi(arguments[1]);
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, NULL)) return 1;
  pthread_join(thread, NULL);
  for (int number = 0; number < THREADS; number++)
    for (int i = 0; i < 4; i++) printf("%llu\n", (unsigned long long)(moments[number][i] / 1000));
}
