// SPDX-License-Identifier: MIT
// Confines itself to read, write, exit and sigreturn while it is being sampled: any other system call kills it. The
// argument says by which function.
#define _GNU_SOURCE
#include <linux/seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "work.h"

int main(int count, char **arguments) {
  const char *function = count > 1 ? arguments[1] : "";
  work(0.2);
  puts("before");
  fflush(stdout);
  if (!strcmp(function, "prctl")) prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
  if (!strcmp(function, "syscall prctl")) syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0);
  if (!strcmp(function, "syscall seccomp")) syscall(SYS_seccomp, SECCOMP_SET_MODE_STRICT, 0, NULL);
  // The vDSO's clock would make a system call here and there: count instead.
  for (int round = 0; round < 50000; round++)
    for (int i = 0; i < 4096; i++) work_array[i] = round;
  if (write(1, "inside\n", 7) != 7) return 1;
  syscall(SYS_exit, 5);
}
