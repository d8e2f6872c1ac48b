/* One child by fork and one by exec, each doing the same wasted work as their parent; with "short N", N children that
 * end at once. Usage: children [exec | short COUNT] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LENGTH = 1024, ROUNDS = 300000, MOST_AT_ONCE = 50 };

static volatile int values[LENGTH];

static inline __attribute__((always_inline)) void work(int value) {
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < LENGTH; i++)
      values[i] = 0; /* dead */
    for (int i = 0; i < LENGTH; i++)
      values[i] = value; /* killing */
  }
}

/* Different values, lest the compiler makes one function of the three. */
static __attribute__((noinline)) void parent_work(void) { work(1); }
static __attribute__((noinline)) void forked_work(void) { work(2); }
static __attribute__((noinline)) void executed_work(void) { work(3); }

static int short_lived(int count) {
  for (int started = 0; started < count; started++) {
    if (started >= MOST_AT_ONCE && wait(NULL) < 0) return 1;
    pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) _exit(0);
  }
  while (wait(NULL) > 0) continue;
  return 0;
}

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "exec")) {
    executed_work();
    return 0;
  }
  if (count > 2 && !strcmp(arguments[1], "short")) return short_lived(atoi(arguments[2]));
  pid_t forked = fork();
  if (forked == 0) {
    forked_work();
    _exit(0);
  }
  pid_t executed = fork();
  if (executed == 0) {
    execl(arguments[0], arguments[0], "exec", (char *)NULL);
    _exit(127);
  }
  parent_work();
  int failed = 0, status;
  while (wait(&status) > 0) failed |= status;
  return failed != 0;
}
