/* SPDX-License-Identifier: MIT
 *
 * Every element of an array is incremented in memory, from the begin to the end, again and again.
 *
 * True answer: an increment is one instruction, a load and a store. The load is REUSED_BY its own store, at time distance 1; the store by
 * the load of the next sweep, at 2 * LENGTH - 1.
 *
 * Usage: cyclic_increment [SWEEPS [LENGTH]] */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "reuse_samples.h"

enum { DEFAULT_SWEEPS = 8000 };

__attribute__((noinline)) static void sweep(atomic_ulong *array, long length) {
  for (long i = 0; i < length; i++)
    atomic_fetch_add_explicit(&array[i], 1, memory_order_relaxed); /* answer: increment */
}

int main(int count, char **arguments) {
  int sweeps = count > 1 ? atoi(arguments[1]) : DEFAULT_SWEEPS;
  long length = count > 2 ? atol(arguments[2]) : CYCLIC_LENGTH;
  atomic_ulong *array = calloc((size_t)length, sizeof *array);
  if (!array) return 1;
  for (int i = 0; i < sweeps; i++)
    sweep(array, length);
  printf("%lu\n", (unsigned long)array[length / 2]);
  free(array);
  return 0;
}
