/* SPDX-License-Identifier: MIT
 *
 * measure RESULT PROGRAM ARGS...: runs the program and appends one JSON line about it alone to the file RESULT:
 * wall and CPU seconds (user + system, its waited-for children included) and peak resident memory in KiB.
 * Ends with the program's status. In a recording it separates the target's cost from the launcher's. */
#define _GNU_SOURCE
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec * 1e-6; }

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int main(int count, char **words) {
  if (count < 3) {
    fprintf(stderr, "usage: measure RESULT PROGRAM ARGS...\n");
    return 2;
  }
  double start = now();
  pid_t child;
  int problem = posix_spawnp(&child, words[2], NULL, NULL, words + 2, environ);
  if (problem != 0) {
    fprintf(stderr, "measure: %s: %s\n", words[2], strerror(problem));
    return 127;
  }
  int status;
  struct rusage usage;
  while (wait4(child, &status, 0, &usage) < 0) {
    if (errno != EINTR) return 1;
  }
  double wall = now() - start;
  FILE *result = fopen(words[1], "a");
  if (result == NULL) {
    fprintf(stderr, "measure: %s: %s\n", words[1], strerror(errno));
    return 1;
  }
  fprintf(result, "{\"wall\": %.6f, \"cpu\": %.6f, \"peakKiB\": %ld}\n", wall,
          seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss);
  fclose(result);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
