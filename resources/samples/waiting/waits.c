// SPDX-License-Identifier: MIT
//
// One thread computes, and another waits for it in one way after the other. Some of these ways are no waiting, although they look
// like it.
//
// True answer: `by_spin_lock`, `by_pause`, `by_reading`, `by_exchange`, and `by_yield` do nothing but wait. `by_counting` writes
// to memory at each turn, `by_searching` never reads the same place twice, and `by_computing` works on a number between two
// looks at the flag: none of these waits. The program measures the CPU time of each with the clock of the thread and prints it:
// "NAME NS".
//
// Usage: waits [ROUNDS]
#include <immintrin.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ways = 8, work = 3000000, length = 4096 };
// On cache lines of their own.
static struct { _Alignas(64) atomic_int done; } flags[1];
static struct { _Alignas(64) atomic_int taken; } exchanged[1];
static struct { _Alignas(64) pthread_spinlock_t lock; } spin[1];
static struct { _Alignas(64) volatile long number; } counter[1];
static char text[length];
static double result, other_result;
static pthread_barrier_t begin;

__attribute__((noinline)) static void by_spin_lock(void) {
  pthread_spin_lock(&spin->lock);
  pthread_spin_unlock(&spin->lock);
}

__attribute__((noinline)) static void by_pause(void) {
  while (!atomic_load_explicit(&flags->done, memory_order_acquire)) _mm_pause();
}

__attribute__((noinline)) static void by_reading(void) {
  while (!atomic_load_explicit(&flags->done, memory_order_acquire)) continue;
}

__attribute__((noinline)) static void by_exchange(void) {
  while (atomic_exchange_explicit(&exchanged->taken, 1, memory_order_acquire)) continue;
}

__attribute__((noinline)) static void by_yield(void) {
  while (!atomic_load_explicit(&flags->done, memory_order_acquire)) sched_yield();
}

__attribute__((noinline)) static void by_counting(void) {
  while (!atomic_load_explicit(&flags->done, memory_order_acquire)) counter->number++;
}

__attribute__((noinline)) static long find(const char *from, char wanted) {
  const char *at = from;
  while (*at != wanted) at++;
  return at - from;
}

__attribute__((noinline)) static void by_searching(void) {
  long found = 0;
  while (!atomic_load_explicit(&flags->done, memory_order_acquire)) found += find(text, 'x');
  counter->number += found;
}

__attribute__((noinline)) static void by_computing(void) {
  double value = other_result;
  while (!atomic_load_explicit(&flags->done, memory_order_acquire)) value = value * 0.5 + 1;
  other_result = value;
}

static void (*const way_of[ways])(void) = {by_spin_lock, by_pause, by_reading, by_exchange, by_yield, by_counting, by_searching, by_computing};
static const char *const names[ways] = {"by_spin_lock", "by_pause", "by_reading", "by_exchange", "by_yield", "by_counting", "by_searching", "by_computing"};
static long spent[ways];
static long rounds;

static long cpu_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}

static void *wait_for_it(void *unused) {
  for (long round = 0; round < rounds; round++) {
    for (int way = 0; way < ways; way++) {
      pthread_barrier_wait(&begin);
      const long start = cpu_time();
      way_of[way]();
      spent[way] += cpu_time() - start;
      pthread_barrier_wait(&begin);
    }
  }
  return unused;
}

__attribute__((noinline)) static void compute(void) {
  double value = result;
  for (int step = 0; step < work; step++) value = value * 0.5 + step;
  result = value;
}

int main(int count, char **arguments) {
  rounds = count > 1 ? atol(arguments[1]) : 20;
  for (int i = 0; i < length - 1; i++) text[i] = 'a';
  text[length - 1] = 'x';
  pthread_spin_init(&spin->lock, PTHREAD_PROCESS_PRIVATE);
  pthread_barrier_init(&begin, NULL, 2);
  pthread_t waiter;
  if (pthread_create(&waiter, NULL, wait_for_it, NULL) != 0) return 1;
  for (long round = 0; round < rounds; round++) {
    for (int way = 0; way < ways; way++) {
      atomic_store(&flags->done, 0);
      atomic_store(&exchanged->taken, 1);
      pthread_spin_lock(&spin->lock);
      pthread_barrier_wait(&begin);
      compute();
      pthread_spin_unlock(&spin->lock);
      atomic_store(&exchanged->taken, 0);
      atomic_store(&flags->done, 1);
      pthread_barrier_wait(&begin);
    }
  }
  pthread_join(waiter, NULL);
  for (int way = 0; way < ways; way++) printf("%s %ld\n", names[way], spent[way]);
  return 0;
}
