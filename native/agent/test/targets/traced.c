// SPDX-License-Identifier: MIT
// Traces the program in its arguments and prints how often SIGTRAP stopped it: once, by its exec.
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count < 2) return 2;
  pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    execv(arguments[1], arguments + 1);
    _exit(3);
  }
  int status = 0, traps = 0;
  while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
    if (WSTOPSIG(status) == SIGTRAP) traps++;
    ptrace(PTRACE_CONT, child, NULL, NULL);
  }
  printf("traps %d, status %d\n", traps, WEXITSTATUS(status));
  return 0;
}
