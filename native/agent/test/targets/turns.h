// SPDX-License-Identifier: MIT
// Two threads that take turns: each waits in the kernel for the other.
#ifndef HAGSTONE_TEST_TARGETS_TURNS_H
#define HAGSTONE_TEST_TARGETS_TURNS_H

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static int turn;

static void wait_for(int side) {
  while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != side) syscall(SYS_futex, &turn, FUTEX_WAIT_PRIVATE, 1 - side, 0, 0, 0);
}

static void give_to(int side) {
  __atomic_store_n(&turn, side, __ATOMIC_RELEASE);
  syscall(SYS_futex, &turn, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

#endif
