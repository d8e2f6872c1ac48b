// SPDX-License-Identifier: MIT
// Is sent signals, stopped, abandoned and asked to admit other tracers, as programs under the tracer are.
//   wait_for_term    works until SIGTERM, then exits with 3
//   leave_child      leaves a child behind that works on, and ends first
//   trace_me         a child lets itself be traced
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "work.h"

static void leave(int signal) {
  (void)signal;
  _exit(3);
}

static int trace_me(void) {
  pid_t child = fork();
  if (child == 0) {
    work(0.02);
    long result = ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    work(0.02);
    raise(SIGUSR1);
    _exit(result == 0 ? 5 : 6);
  }
  int status = 0, stops = 0;
  while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
    stops++;
    ptrace(PTRACE_CONT, child, NULL, NULL);
  }
  printf("stops %d, status %d\n", stops, WEXITSTATUS(status));
  work(0.05);
  return 0;
}

int main(int count, char **arguments) {
  const char *way = count > 1 ? arguments[1] : "";
  if (!strcmp(way, "wait_for_term")) {
    signal(SIGTERM, leave);
    alarm(300);  // also where its test was killed
    printf("ready\n");
    fflush(stdout);
    for (;;) work(0.01);
  }
  if (!strcmp(way, "leave_child")) {
    work(0.02);
    if (fork() == 0) work(0.3);
    else work(0.1);
    return 4;
  }
  if (!strcmp(way, "trace_me")) return trace_me();
  return 9;
}
