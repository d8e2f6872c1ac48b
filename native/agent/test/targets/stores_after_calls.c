// SPDX-License-Identifier: MIT
// ROUNDS: two threads take turns, and each waits in the kernel for the other. In its turn, a thread makes a system call,
// and runs loops for about as long. The first store after each call is overwritten by that after the next one; all stores
// of the loops are read. So hardly any of the time in the program's own code is of dead stores.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "turns.h"

enum { SIZE = 512 << 10, WORDS = 512, PASSES = 60 };

static long rounds;
static int zero;
static char zeros[SIZE];
static volatile long first[2], words[2][WORDS];
static long sums[2];

// Without a store of its own, which a function of the C library may have.
static void read_zeros(void) {
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "0"((long)SYS_read), "D"((long)zero), "S"(zeros), "d"((long)SIZE)
                   : "rcx", "r11", "memory");
  if (result != SIZE) abort();
}

static void *alternate(void *argument) {
  const int side = argument != 0;
  long sum = 0;
  for (long round = 0; round < rounds; round++) {
    wait_for(side);
    read_zeros();
    first[side] = round;
    for (int pass = 0; pass < PASSES; pass++)
      for (int i = 0; i < WORDS; i++) {
        sum += words[side][i];
        words[side][i] = round;
      }
    give_to(1 - side);
  }
  sums[side] = sum;
  return 0;
}

int main(int argc, char **argv) {
  pthread_t other;
  zero = open("/dev/zero", O_RDONLY);
  if (argc < 2 || zero < 0) return 2;
  rounds = atol(argv[1]);
  if (pthread_create(&other, 0, alternate, &turn)) return 1;
  alternate(0);
  pthread_join(other, 0);
  printf("%ld\n", sums[0] + sums[1]);
  return 0;
}
