// SPDX-License-Identifier: MIT
// Ends in the way that the argument names.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "work.h"

static volatile int *volatile nowhere = NULL;

static void *outlive_first_thread(void *unused) {
  (void)unused;
  usleep(10000);
  work(0.2);
  exit(12);
}

int main(int count, char **arguments) {
  const char *way = count > 1 ? arguments[1] : "";
  work(0.1);
  printf("ending by %s\n", way);
  fflush(stdout);
  if (!strcmp(way, "return")) return 7;
  if (!strcmp(way, "exit")) exit(8);
  if (!strcmp(way, "_exit")) _exit(9);
  if (!strcmp(way, "quick_exit")) quick_exit(10);
  if (!strcmp(way, "abort")) abort();
  if (!strcmp(way, "crash")) *nowhere = 1;
  if (!strcmp(way, "raise")) raise(SIGTRAP);
  if (!strcmp(way, "int3")) __asm__ volatile("int3");
  if (!strcmp(way, "ignored_int3")) {
    signal(SIGTRAP, SIG_IGN);
    raise(SIGTRAP);
    puts("a raised SIGTRAP is ignored");
    fflush(stdout);
    __asm__ volatile("int3");
  }
  if (!strcmp(way, "kill")) kill(getpid(), SIGKILL);
  if (!strcmp(way, "pthread_exit")) pthread_exit(NULL);
  if (!strcmp(way, "first_thread")) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, outlive_first_thread, NULL)) return 2;
    pthread_exit(NULL);
  }
  if (!strcmp(way, "exec")) execlp("echo", "echo", "after", "exec", (char *)NULL);
  if (!strcmp(way, "failed_exec")) {
    execl("/nonexistent/program", "program", (char *)NULL);
    return 11;
  }
  return 1;
}
