// SPDX-License-Identifier: MIT
// ROUNDS: two threads take turns, and each waits in the kernel for the other. Their stores are overwritten or read only
// many turns later, so that watchpoints stay armed through many context switches. Two stores in three are overwritten.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "turns.h"

enum { ROWS = 512, WORDS = 2048 };

static long rounds;
static volatile long dead[2][ROWS][2 * WORDS], used[2][ROWS][WORDS];
static long sums[2];

static void overwrite(volatile long *row, long round) {
  for (int i = 0; i < 2 * WORDS; i++) row[i] = round;
}

static void use(volatile long *row, long round, long *sum) {
  for (int i = 0; i < WORDS; i++) {
    *sum += row[i];
    row[i] = round;
  }
}

static void *alternate(void *argument) {
  const int side = argument != 0;
  long sum = 0;
  for (long round = 0; round < rounds; round++) {
    wait_for(side);
    overwrite(dead[side][round % ROWS], round);
    use(used[side][round % ROWS], round, &sum);
    give_to(1 - side);
  }
  sums[side] = sum;
  return 0;
}

int main(int argc, char **argv) {
  pthread_t other;
  if (argc < 2) return 2;
  rounds = atol(argv[1]);
  if (pthread_create(&other, 0, alternate, &turn)) return 1;
  alternate(0);
  pthread_join(other, 0);
  printf("%ld\n", sums[0] + sums[1]);
  return 0;
}
