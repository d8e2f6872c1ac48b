/* SPDX-License-Identifier: MIT
 *
 * Sweeps a static array by vectors of 16 bytes: each access touches two words.
 *
 * True answer, in words: each round has VECTORS loads, so that time distances of the array are VECTORS, and stack distances
 * 2 * (VECTORS - 1), the words of the other vectors. 2 * VECTORS accesses to words are first ones, and (ROUNDS - 1) times as
 * many are reuses.
 *
 * Usage: vector_sweep [ROUNDS] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { VECTORS = 6144, DEFAULT_ROUNDS = 20000 };

typedef uint64_t vector __attribute__((vector_size(16)));

static volatile vector array[VECTORS];

int main(int count, char **arguments) {
  const long rounds = count > 1 ? atol(arguments[1]) : DEFAULT_ROUNDS;
  vector sum = {0, 0};
  for (long round = 0; round < rounds; round++)
    for (long i = 0; i < VECTORS; i++) sum ^= array[i]; /* answer: vector */
  printf("%lu\n", sum[0] + sum[1]);
  return 0;
}
