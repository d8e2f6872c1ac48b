/* SPDX-License-Identifier: MIT
 *
 * Elements of an array are read in random order, each as likely as any other.
 *
 * True answer: every load is REUSED_BY itself. Time distances are geometric with mean RANDOM_LENGTH; stack distances
 * uniform on [0, RANDOM_LENGTH).
 *
 * Usage: random_access [MILLIONS_OF_ACCESSES] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "reuse_samples.h"

enum { DEFAULT_MILLIONS = 2000, MILLION = 1000 * 1000 };

static volatile uint64_t array[RANDOM_LENGTH];

int main(int count, char **arguments) {
  long accesses = (count > 1 ? atol(arguments[1]) : DEFAULT_MILLIONS) * MILLION;
  uint64_t state = RANDOM_SEED, sum = 0;
  for (long i = 0; i < accesses; i++)
    sum += array[next_index(&state, RANDOM_LENGTH)]; /* answer: random */
  printf("%lu\n", sum);
  return 0;
}
