/* SPDX-License-Identifier: MIT
 *
 * The same array is read from its begin to its end, again and again.
 *
 * True answer: every load is REUSED_BY itself. Between two accesses of an element lie all others: the time distance is
 * LENGTH, the stack distance LENGTH - 1 elements (footprint = distance), and in CPU time one sweep. By lines of 64
 * bytes: 7 of 8 accesses have stack distance 0, one LENGTH / 8 - 1.
 *
 * Usage: cyclic_sweep [SWEEPS [LENGTH]] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "reuse_samples.h"

enum { DEFAULT_SWEEPS = 120000 };

__attribute__((noinline)) static uint64_t sweep(const volatile uint64_t *array, long length) {
  uint64_t sum = 0;
  for (long i = 0; i < length; i++)
    sum += array[i]; /* answer: sweep */
  return sum;
}

int main(int count, char **arguments) {
  int sweeps = count > 1 ? atoi(arguments[1]) : DEFAULT_SWEEPS;
  long length = count > 2 ? atol(arguments[2]) : CYCLIC_LENGTH;
  volatile uint64_t *array = malloc((size_t)length * sizeof *array);
  if (!array) return 1;
  for (long i = 0; i < length; i++)
    array[i] = (uint64_t)i;
  uint64_t sum = 0;
  for (int i = 0; i < sweeps; i++)
    sum += sweep(array, length);
  printf("%lu\n", sum);
  free((void *)array);
  return 0;
}
