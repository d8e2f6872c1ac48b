// SPDX-License-Identifier: MIT
// Many threads or children:
//   together COUNT MS   so many threads at once, each working so many ms of CPU time
//   threads COUNT       so many starts and ends, some at the same time
//   children COUNT      so many short-lived children, at most 50 at a time
// The last two tell whether descriptors or mappings of the process became more.
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "work.h"

static pthread_barrier_t all_here;
static double seconds;

static void *work_together(void *unused) {
  pthread_barrier_wait(&all_here);
  work(seconds);
  return unused;
}

static void together(int count) {
  pthread_t *threads = calloc((size_t)count, sizeof *threads);
  pthread_barrier_init(&all_here, NULL, (unsigned)count);
  for (int i = 0; i < count; i++)
    if (pthread_create(&threads[i], NULL, work_together, NULL)) abort();
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
  free(threads);
}

static void *do_little(void *unused) {
  for (int i = 0; i < 4096; i++) work_array[i] = i;
  return unused;
}

static void start_threads(int count) {
  enum { TOGETHER = 8 };
  pthread_t threads[TOGETHER];
  for (int started = 0; started < count; started += TOGETHER) {
    for (int i = 0; i < TOGETHER; i++)
      if (pthread_create(&threads[i], NULL, do_little, NULL)) abort();
    for (int i = 0; i < TOGETHER; i++) pthread_join(threads[i], NULL);
  }
}

static void start_children(int count) {
  enum { TOGETHER = 50 };
  for (int started = 0, running = 0; started < count || running;) {
    if (started < count && running < TOGETHER) {
      if (fork() == 0) {
        do_little(NULL);
        _exit(0);
      }
      started++;
      running++;
    } else {
      wait(NULL);
      running--;
    }
  }
}

static int descriptors(void) {
  DIR *directory = opendir("/proc/self/fd");
  int count = 0;
  while (readdir(directory)) count++;
  closedir(directory);
  return count;
}

static int mappings(void) {
  FILE *file = fopen("/proc/self/maps", "r");
  int count = 0;
  for (int character; (character = getc(file)) != EOF;) count += character == '\n';
  fclose(file);
  return count;
}

int main(int argument_count, char **arguments) {
  if (argument_count < 3) return 2;
  int count = atoi(arguments[2]);
  if (!strcmp(arguments[1], "together")) {
    seconds = argument_count > 3 ? atoi(arguments[3]) / 1000.0 : 0.01;
    together(count);
    printf("together %d\n", count);
    return 0;
  }
  void (*start)(int) = !strcmp(arguments[1], "threads") ? start_threads : start_children;
  start(count / 10);
  int descriptors_before = descriptors(), mappings_before = mappings();
  start(count);
  // libc keeps some stacks, and pools grow with how many happened to run at once.
  enum { ROOM = 64 };
  printf("descriptors %s, mappings %s\n", descriptors() > descriptors_before ? "more" : "no more",
         mappings() > mappings_before + ROOM ? "more" : "no more");
  work(0.05);
  return 0;
}
