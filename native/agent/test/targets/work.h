// SPDX-License-Identifier: MIT
// CPU time full of dead stores, so that there are samples and watchpoints during a target's main activity.
#ifndef HAGSTONE_TEST_TARGETS_WORK_H
#define HAGSTONE_TEST_TARGETS_WORK_H

#include <time.h>

static volatile int work_array[4096];

static inline double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

__attribute__((noinline, unused)) static void work(double seconds) {
  double end = cpu_seconds() + seconds;
  while (cpu_seconds() < end)
    for (int round = 0; round < 20; round++)
      for (int i = 0; i < 4096; i++) work_array[i] = round;
}

#endif
