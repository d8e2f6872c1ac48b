// SPDX-License-Identifier: MIT
// dlopen and dlclose in a loop, in two threads, by path and by name; a name is found by this program's RUNPATH. Then
// short threads begin while others load and unload.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "work.h"

static const char *names[2];

static void *load_and_unload(void *result) {
  long sum = 0;
  for (int i = 0; i < 100; i++) {
    void *handle = dlopen(names[i % 2], RTLD_NOW);
    if (!handle) {
      printf("%s\n", dlerror());
      return result;
    }
    int (*run)(int) = (int (*)(int))dlsym(handle, "plugin_run");
    sum += run(i);
    dlclose(handle);
  }
  *(long *)result = sum;
  return result;
}

static void *only_load(void *stop) {
  while (!__atomic_load_n((int *)stop, __ATOMIC_ACQUIRE)) {
    void *handle = dlopen(names[0], RTLD_NOW);
    if (handle) dlclose(handle);
  }
  return NULL;
}

static void *only_begin(void *number) { return number; }

static long begin_threads_beside_loading(long rounds) {
  int stop = 0;
  long sum = 0;
  enum { LOADERS = 3, TOGETHER = 8 };
  pthread_t loaders[LOADERS], threads[TOGETHER];
  for (int i = 0; i < LOADERS; i++) pthread_create(&loaders[i], NULL, only_load, &stop);
  for (long i = 0; i < rounds; i++) {
    for (int k = 0; k < TOGETHER; k++) pthread_create(&threads[k], NULL, only_begin, (void *)i);
    for (int k = 0; k < TOGETHER; k++) {
      void *result = NULL;
      pthread_join(threads[k], &result);
      sum += (long)result;
    }
  }
  __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
  for (int i = 0; i < LOADERS; i++) pthread_join(loaders[i], NULL);
  return sum;
}

int main(int count, char **arguments) {
  if (count < 4) return 2;
  names[0] = arguments[1];
  names[1] = arguments[2];
  long sums[2] = {0, 0};
  pthread_t thread;
  pthread_create(&thread, NULL, load_and_unload, &sums[0]);
  load_and_unload(&sums[1]);
  pthread_join(thread, NULL);
  printf("%ld %ld\n", sums[0], sums[1]);
  printf("%ld\n", begin_threads_beside_loading(atol(arguments[3])));
  return 0;
}
