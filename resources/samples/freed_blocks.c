// SPDX-License-Identifier: MIT
// ROUNDS [WORDS]: blocks are filled, read in part, and freed. Each round stores a block of WORDS words (1,024), give or take a
// half, so that no sampling period keeps step with the rounds, the first eighth of them once more, reads the last three
// eighths and frees the block: the next round's is at the same place. Of each 9
// stores 1 is dead, 3 are used, and 5 end with their memory, in neither: 25 % dead stores, and 67 % for a tool that
// takes the next round's stores for accesses to the same data. Each round has a value of its own, so that what is stored twice
// is the same: all decided stores are silent (otherwise 11 %). What is read is read twice: all decided loads are redundant
// (otherwise 50 %).
#include <stdint.h>
#include <stdlib.h>

static void __attribute__((noinline)) fill(volatile uint64_t *block, long words, uint64_t value) {
  for (long i = 0; i < words; i++) block[i] = value;
}

static void __attribute__((noinline)) rewrite(volatile uint64_t *block, long words, uint64_t value) {
  for (long i = 0; i < words / 8; i++) block[i] = value;
}

static void __attribute__((noinline)) read_twice(volatile uint64_t *block, long words) {
  for (int round = 0; round < 2; round++)
    for (long i = words / 8 * 5; i < words; i++) (void)block[i];
}

int main(int argc, char **argv) {
  const long rounds = argc > 1 ? atol(argv[1]) : 2000, mean = argc > 2 ? atol(argv[2]) : 1024;
  uint32_t random = 1;
  for (long round = 1; round <= rounds; round++) {
    random = random * 1664525u + 1013904223u;
    const long words = mean / 16 * 8 + (long)((uint64_t)random * (uint64_t)(mean / 8) >> 32) * 8;
    volatile uint64_t *block = malloc((size_t)words * sizeof *block);
    if (!block) return 1;
    fill(block, words, (uint64_t)round);
    rewrite(block, words, (uint64_t)round);
    read_twice(block, words);
    free((void *)block);
  }
  return 0;
}
