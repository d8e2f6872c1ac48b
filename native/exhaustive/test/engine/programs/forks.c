// SPDX-License-Identifier: MIT
// A child that continues in its own recording, and one that executes another program; an exec that fails.
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone))

static volatile int sink;
NOINLINE void leaf(void) { sink++; }

NOINLINE void before(void) {
  for (int i = 0; i < 3; i++) leaf();  // 3, in the parent's recording only
  sink++;
}
NOINLINE void child(void) {
  for (int i = 0; i < 5; i++) leaf();  // 5, in the child's recording only
  sink++;
}
NOINLINE int splits(void) {
  const int process = fork();
  if (process == 0) {
    child();
    _exit(9);
  }
  int status;
  waitpid(process, &status, 0);
  return WEXITSTATUS(status);
}

int main(void) {
  before();
  const int status = splits();
  execl("/nowhere/at/all", "at all", (char *)0);
  execl("/dev/null", "no program", (char *)0);
  leaf();  // 1
  printf("child: %d\n", status);
  return 0;
}
