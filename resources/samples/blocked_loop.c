/* SPDX-License-Identifier: MIT
 *
 * An array is read block by block, each block BLOCK_REPEATS times before the next one.
 *
 * True answer: every load is REUSED_BY itself; all but one in BLOCK_REPEATS at time distance BLOCK_LENGTH and stack
 * distance BLOCK_LENGTH - 1. The last one in its block comes back a round later: stack distance
 * BLOCK_LENGTH * BLOCKS - 1, time distance BLOCK_LENGTH * ((BLOCKS - 1) * BLOCK_REPEATS + 1).
 *
 * Usage: blocked_loop [ROUNDS] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "reuse_samples.h"

enum { DEFAULT_ROUNDS = 7500 };

static volatile uint64_t array[BLOCK_LENGTH * BLOCKS];

__attribute__((noinline)) static uint64_t read_block(const volatile uint64_t *block) {
  uint64_t sum = 0;
  for (int i = 0; i < BLOCK_LENGTH; i++)
    sum += block[i]; /* answer: block */
  return sum;
}

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : DEFAULT_ROUNDS;
  uint64_t sum = 0;
  for (int round = 0; round < rounds; round++)
    for (int block = 0; block < BLOCKS; block++)
      for (int repeat = 0; repeat < BLOCK_REPEATS; repeat++)
        sum += read_block(array + block * BLOCK_LENGTH);
  printf("%lu\n", sum);
  return 0;
}
