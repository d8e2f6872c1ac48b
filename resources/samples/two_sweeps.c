/* SPDX-License-Identifier: MIT
 *
 * Sweeps a static array again and again, then a larger heap block as often: each datum has a reuse distance of its own,
 * which the program's two do not tell apart.
 *
 * True answer: one access to each cache line of a sweep, and none to other memory in between. In lines, time distances of
 * `near_array` are NEAR_LINES and stack distances one less, (ROUNDS - 1) * NEAR_LINES of them, and NEAR_LINES accesses are
 * first ones; the heap block's are the same of FAR_LINES.
 *
 * Usage: two_sweeps [ROUNDS] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { NEAR_LINES = 100, FAR_LINES = 1500, LINE_ELEMENTS = 8, DEFAULT_ROUNDS = 100000 };

static volatile uint64_t near_array[NEAR_LINES * LINE_ELEMENTS] __attribute__((aligned(64)));

static __attribute__((noinline)) uint64_t sweep(volatile uint64_t *data, long lines, long rounds) {
  uint64_t sum = 0;
  for (long round = 0; round < rounds; round++)
    for (long line = 0; line < lines; line++) sum += data[line * LINE_ELEMENTS];
  return sum;
}

int main(int count, char **arguments) {
  const long rounds = count > 1 ? atol(arguments[1]) : DEFAULT_ROUNDS;
  uint64_t *const far_block = aligned_alloc(64, sizeof *far_block * FAR_LINES * LINE_ELEMENTS);
  if (!far_block) return 1;
  const uint64_t sum = sweep(near_array, NEAR_LINES, rounds) + sweep(far_block, FAR_LINES, rounds);
  printf("%lu\n", sum);
  free(far_block);
  return 0;
}
