/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Writes values that the kernel and the processor report to this process alone into the file of its argument. */
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

int main(int argument_count, char **arguments) {
  unsigned long random;
  struct timespec now;
  FILE *file = argument_count == 2 ? fopen(arguments[1], "w") : NULL;
  struct stat status;
  if (!file || getrandom(&random, sizeof random, 0) != sizeof random || clock_gettime(CLOCK_MONOTONIC, &now) ||
      fstat(fileno(file), &status))
    return 2;
  fprintf(file, "%d %lx %lx %ld.%09ld %ld.%09ld %llx\n", getpid(), random, *(const unsigned long *)getauxval(AT_RANDOM),
          (long)now.tv_sec, now.tv_nsec, (long)status.st_ctim.tv_sec, status.st_ctim.tv_nsec, __rdtsc());
  return fclose(file) != 0;
}
