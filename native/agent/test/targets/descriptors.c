// SPDX-License-Identifier: MIT
// Closes everything but the standard descriptors, in every way, as daemons do.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "work.h"

int main(void) {
  work(0.05);
  int opened = open("/dev/null", O_RDONLY);
  printf("first descriptor %d\n", opened);
  long limit = sysconf(_SC_OPEN_MAX);
  for (long descriptor = 3; descriptor < limit && descriptor < 100000; descriptor++) close((int)descriptor);
  work(0.05);
  printf("next %d\n", open("/dev/null", O_RDONLY));
  close_range(3, ~0u, 0);
  work(0.05);
  printf("next %d\n", open("/dev/null", O_RDONLY));
  closefrom(3);
  work(0.05);
  int far = dup2(1, 200);
  printf("duplicate %d\n", far);
  errno = 0;
  int result = close(150);
  printf("close of what is not open: %d %d\n", result, errno == EBADF);
  work(0.05);
  return 0;
}
