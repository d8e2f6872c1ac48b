/* SPDX-License-Identifier: MIT
 * Its own launcher: requests through the control file of its recording that the agent pauses, records again and stops,
 * and computes in a different function in each phase. Prints the functions' addresses, and the CPU times between which
 * recording should have stopped.
 *
 *   controlled CONTROL_FILE          all of it, the last part behind an exec
 *   controlled CONTROL_FILE stopped  the last part */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/raw_format.h"

enum { LENGTH = 1000, MILLISECONDS = 150 };

static long cpu_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}

extern const char __ehdr_start;

#define WORK(name)                                                                                    \
  static volatile int name##_cells[LENGTH];                                                           \
  extern const char __start_##name##_code, __stop_##name##_code;                                      \
  __attribute__((noinline, section(#name "_code"))) static void name(void) {                          \
    for (long end = cpu_nanoseconds() + MILLISECONDS * 1000000L; cpu_nanoseconds() < end;)            \
      for (int round = 0; round < 100; round++)                                                       \
        for (int i = 0; i < LENGTH; i++) name##_cells[i] = round;                                     \
  }                                                                                                   \
  static void tell_##name(void) {                                                                     \
    printf(#name " begin=0x%lx end=0x%lx\n", (unsigned long)(&__start_##name##_code - &__ehdr_start), \
           (unsigned long)(&__stop_##name##_code - &__ehdr_start));                                   \
  }
WORK(recorded)
WORK(paused)
WORK(resumed)
WORK(stopped)

static void *stopped_thread(void *nothing) {
  stopped();
  return nothing;
}

static void in_child(void (*work)(void)) {
  pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  waitpid(child, NULL, 0);
}

int main(int count, char **arguments) {
  int file = open(arguments[1], O_RDWR);
  volatile struct hagstone_control *control =
      mmap(NULL, HAGSTONE_CONTROL_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (count > 2) {
    stopped();
    return 0;
  }
  tell_recorded();
  tell_paused();
  tell_resumed();
  tell_stopped();
  fflush(stdout);
  recorded();
  control->request = HAGSTONE_CONTROL_PAUSE;
  paused();
  in_child(paused);
  control->request = HAGSTONE_CONTROL_RECORD;
  resumed();
  const long asked = cpu_nanoseconds();
  control->request = HAGSTONE_CONTROL_STOP;
  stopped();
  printf("asked=%ld went on until=%ld\n", asked, cpu_nanoseconds());
  fflush(stdout);
  pthread_t thread;
  pthread_create(&thread, NULL, stopped_thread, NULL);
  pthread_join(thread, NULL);
  in_child(stopped);
  execl(arguments[0], arguments[0], arguments[1], "again", NULL);
  return 1;
}
