// SPDX-License-Identifier: MIT
// ROUNDS: two threads store in turn, and each waits in the kernel for the other: many thousand context switches per second of
// CPU time.
#include <linux/futex.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int turn;
static long rounds;
static volatile long numbers[2][512];

static void wait_for(int side) {
  while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != side) syscall(SYS_futex, &turn, FUTEX_WAIT_PRIVATE, 1 - side, 0, 0, 0);
}

static void give_to(int side) {
  __atomic_store_n(&turn, side, __ATOMIC_RELEASE);
  syscall(SYS_futex, &turn, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

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
