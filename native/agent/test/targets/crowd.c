// SPDX-License-Identifier: MIT
// Many threads or children:
// together COUNT MS   this many threads at once, each working this many ms of CPU time
//   limited COUNT MS    together, under a limit of 256 descriptors that the program sets itself
// threads COUNT       this many starts and ends, some at the same time
// children COUNT      this many short-lived children, at most 50 at a time
//   halves COUNT ROUNDS half of the work in one thread, the other half in so many threads of so many rounds each
//   naps COUNT ROUNDS   the same, and each thread sleeps after every 0.05 ms of its work
//   slim COUNT          like threads; the most descriptors that a thread saw beyond those before
// threads and children print whether the process has more descriptors or mappings than before.
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
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

static int descriptors(void);

static int looking;
static int most_descriptors;

static void *do_little(void *looks) {
  for (int i = 0; i < 4096; i++) work_array[i] = i;
  if (!looks) return NULL;
  const int now = descriptors();
  if (now > most_descriptors) most_descriptors = now;
  return NULL;
}

static void start_threads(int count) {
  enum { TOGETHER = 8 };
  pthread_t threads[TOGETHER];
  for (int started = 0; started < count; started += TOGETHER) {
    for (int i = 0; i < TOGETHER; i++)
      // One at a time looks: the directory that it reads takes a descriptor.
      if (pthread_create(&threads[i], NULL, do_little, looking && i == 0 ? &looking : NULL)) abort();
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

static volatile long short_place, long_place;

static __attribute__((noinline)) void work_in_short_thread(long rounds) {
  for (long i = 0; i < rounds; i++) short_place = i;
}

static __attribute__((noinline)) void work_in_long_thread(long rounds) {
  for (long i = 0; i < rounds; i++) long_place = i;
}

static long rounds_of_short_thread;
static long rounds_between_naps;

static void live(void (*work)(long), long rounds) {
  if (!rounds_between_naps) return work(rounds);
  for (; rounds > 0; rounds -= rounds_between_naps) {
    work(rounds_between_naps);
    usleep(100);
  }
}

static void *short_life(void *unused) {
  live(work_in_short_thread, rounds_of_short_thread);
  return unused;
}

static void *long_life(void *rounds) {
  live(work_in_long_thread, (long)rounds);
  return NULL;
}

static void start_halves(long count) {
  pthread_t lasting, passing;
  if (pthread_create(&lasting, NULL, long_life, (void *)(count * rounds_of_short_thread))) abort();
  for (long i = 0; i < count; i++) {
    if (pthread_create(&passing, NULL, short_life, NULL)) abort();
    pthread_join(passing, NULL);
  }
  pthread_join(lasting, NULL);
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
  if (!strcmp(arguments[1], "slim")) {
    looking = 1;
    const int before = most_descriptors = descriptors();
    start_threads(count);
    printf("most %d\n", most_descriptors - before);
    return 0;
  }
  if (!strcmp(arguments[1], "limited")) {
    const struct rlimit limit = {256, 256};
    if (setrlimit(RLIMIT_NOFILE, &limit)) return 1;
    seconds = atoi(arguments[3]) / 1000.0;
    together(count);
    return 0;
  }
  if (!strcmp(arguments[1], "halves") || !strcmp(arguments[1], "naps")) {
    rounds_of_short_thread = atol(arguments[3]);
    if (!strcmp(arguments[1], "naps")) rounds_between_naps = 200000;
    start_halves(count);
    return 0;
  }
  void (*start)(int) = !strcmp(arguments[1], "threads") ? start_threads : start_children;
  start(count / 10);
  int descriptors_before = descriptors(), mappings_before = mappings();
  start(count);
  // libc keeps some stacks, and pools grow with the number that happened to run at once.
  enum { ROOM = 64 };
  printf("descriptors %s, mappings %s\n", descriptors() > descriptors_before ? "more" : "no more",
         mappings() > mappings_before + ROOM ? "more" : "no more");
  work(0.05);
  return 0;
}
