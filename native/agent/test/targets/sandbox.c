// SPDX-License-Identifier: MIT
// Confines itself to read, write, exit and sigreturn while it is being sampled: any other system call kills it.
#include <linux/seccomp.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "work.h"

int main(void) {
  work(0.05);
  puts("before");
  fflush(stdout);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
  // The vDSO's clock would make a system call here and there: count instead.
  for (int round = 0; round < 50000; round++)
    for (int i = 0; i < 4096; i++) work_array[i] = round;
  if (write(1, "inside\n", 7) != 7) return 1;
  syscall(SYS_exit, 5);
}
