// SPDX-License-Identifier: MIT
// dlopen and dlclose in a loop, in two threads, by path and by name; a name is found by this program's RUNPATH.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

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

int main(int count, char **arguments) {
  if (count < 3) return 2;
  names[0] = arguments[1];
  names[1] = arguments[2];
  long sums[2] = {0, 0};
  pthread_t thread;
  pthread_create(&thread, NULL, load_and_unload, &sums[0]);
  load_and_unload(&sums[1]);
  pthread_join(thread, NULL);
  printf("%ld %ld\n", sums[0], sums[1]);
  return 0;
}
