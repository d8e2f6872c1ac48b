// SPDX-License-Identifier: MIT
// fork, vfork, posix_spawn, fork in a thread, and a child that ends by _exit.
#define _GNU_SOURCE
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "work.h"

extern char **environ;

static int wait_for(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void *fork_in_thread(void *result) {
  work(0.02);
  pid_t child = fork();
  if (child == 0) {
    work(0.05);
    exit(23);
  }
  *(int *)result = wait_for(child);
  return NULL;
}

int main(void) {
  work(0.05);
  pid_t child = fork();
  if (child == 0) {
    work(0.05);
    _exit(21);
  }
  work(0.02);
  printf("fork: %d\n", wait_for(child));
  fflush(stdout);

  child = vfork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", "exit 22", (char *)NULL);
    _exit(1);
  }
  printf("vfork: %d\n", wait_for(child));

  child = vfork();
  if (child == 0) _exit(25);
  printf("vfork and _exit: %d\n", wait_for(child));

  char *arguments[] = {"sh", "-c", "exit 24", NULL};
  posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ);
  printf("posix_spawn: %d\n", wait_for(child));
  fflush(stdout);

  int result = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, fork_in_thread, &result);
  pthread_join(thread, NULL);
  printf("fork in a thread: %d\n", result);
  printf("system: %d\n", WEXITSTATUS(system("exit 3")));
  work(0.05);
  return 0;
}
