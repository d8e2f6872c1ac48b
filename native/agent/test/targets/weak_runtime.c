// SPDX-License-Identifier: MIT
// A program for machines with and without OpenMP: tests for the runtime's functions, and there are none. Its output is
// the same for every runtime that runs its regions.
#include <stdio.h>

extern void GOMP_parallel(void (*)(void *), void *, unsigned, unsigned) __attribute__((weak));
extern unsigned GOMP_parallel_reductions(void (*)(void *), void *, unsigned, unsigned) __attribute__((weak));
extern void __kmpc_fork_call(void *, int, void *, ...) __attribute__((weak));

static void add(void *data) { ++*(long *)data; }

static void add_all(int *global_thread, int *bound_thread, long *sum, long a, long b, long c, long d, long e) {
  *sum += *global_thread + *bound_thread + a + b + c + d + e;
}

int main(void) {
  long sums[8] = {0};
  if (GOMP_parallel) GOMP_parallel(add, sums, 2, 0);
  else add(sums);
  if (GOMP_parallel_reductions) GOMP_parallel_reductions(add, sums, 2, 0);
  else add(sums);
  int none = 0;
  if (__kmpc_fork_call) __kmpc_fork_call(0, 6, (void *)add_all, sums, 10L, 20L, 30L, 40L, 50L);
  else add_all(&none, &none, sums, 10, 20, 30, 40, 50);
  printf("%ld\n", sums[0]);
  return 0;
}
