// SPDX-License-Identifier: MIT
// Three threads one after the other, each rooted where it was created.
#include <pthread.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline, noclone))

static _Thread_local volatile int sink;
NOINLINE void leaf(void) { sink++; }

NOINLINE void *worker(void *rounds) {
  for (long i = 0; i < (long)rounds; i++) leaf();
  return rounds;
}
NOINLINE void *creates_another(void *rounds) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, rounds);  // 30
  pthread_join(thread, 0);
  leaf();  // 1
  return 0;
}
NOINLINE void starts(void *(*function)(void *), long rounds) {
  pthread_t thread;
  pthread_create(&thread, 0, function, (void *)rounds);
  pthread_join(thread, 0);
  sink++;
}

int main(void) {
  starts(worker, 20);  // 20
  starts(creates_another, 30);
  leaf();  // 1
  puts("joined");
  return 0;
}
