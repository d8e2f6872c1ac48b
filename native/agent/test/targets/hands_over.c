// SPDX-License-Identifier: MIT
// ROUNDS: two threads store in turn, and each waits in the kernel for the other: many thousand context switches per second of
// CPU time.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "turns.h"

static long rounds;
static volatile long numbers[2][512];

static void *alternate(void *argument) {
  const int side = argument != 0;
  for (long round = 0; round < rounds; round++) {
    wait_for(side);
    for (int i = 0; i < 20 * 512; i++) numbers[side][i % 512] = round;
    give_to(1 - side);
  }
  return 0;
}

int main(int argc, char **argv) {
  pthread_t other;
  if (argc < 2) return 2;
  rounds = atol(argv[1]);
  if (pthread_create(&other, 0, alternate, &turn)) return 1;
  alternate(0);
  pthread_join(other, 0);
  puts("done");
  return 0;
}
