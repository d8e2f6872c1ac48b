// SPDX-License-Identifier: MIT
// Executes itself in the way that its argument names, with an environment without the variables it got. The executed
// program ("work") prints its environment without a recording's additions, and works.
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "work.h"

extern char **environ;

static int print_allocator(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size, (void)unused;
  if (strstr(object->dlpi_name, "malloc")) printf("loaded: %s\n", strrchr(object->dlpi_name, '/') + 1);
  return 0;
}

static int do_work(void) {
  for (char **variable = environ; *variable; variable++)
    if (strncmp(*variable, "HAGSTONE_", 9) != 0 && strncmp(*variable, "LD_PRELOAD=", 11) != 0) puts(*variable);
  dl_iterate_phdr(print_allocator, NULL);
  fflush(stdout);
  work(0.1);
  free(malloc(100));
  return 5;
}

static int wait_for(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// An environment with one variable of `bytes` bytes.
static char **with_large_variable(size_t bytes) {
  static char *list[2];
  list[0] = malloc(bytes + 1);
  memset(list[0], 'x', bytes);
  memcpy(list[0], "A=", 2);
  list[0][bytes] = '\0';
  return list;
}

// Variables that need almost all the room the kernel gives, so that nothing can be added.
static char **without_room(void) {
  enum { length = 100000, most = 200 };
  static char *list[most + 1];
  size_t room = (size_t)sysconf(_SC_ARG_MAX);
  size_t count = 0;
  for (; count < most && room > length + 2048 + 8; count++, room -= length + 8) list[count] = with_large_variable(length - 1)[0];
  if (count < most && room > 2048) list[count++] = with_large_variable(room - 2048)[0];
  list[count] = NULL;
  return list;
}

int main(int count, char **arguments) {
  const char *way = count > 1 ? arguments[1] : "";
  if (!strcmp(way, "work")) return do_work();
  if (!strcmp(way, "length")) return printf("%zu\n", environ[0] ? strlen(environ[0]) : 0) < 0;
  char *self = arguments[0];
  char *list[] = {self, (char *)"work", NULL};
  char *length[] = {self, (char *)"length", NULL};
  char *none[] = {NULL};
  char *own[] = {(char *)"OWN=1", NULL};
  pid_t child = 0;
  printf("by %s\n", way);
  fflush(stdout);
  if (!strcmp(way, "execve")) execve(self, list, none);
  if (!strcmp(way, "execle")) execle(self, self, "work", (char *)NULL, own);
  if (!strcmp(way, "execvpe")) execvpe(self, list, own);
  if (!strcmp(way, "fexecve")) fexecve(open(self, O_RDONLY), list, own);
  if (!strcmp(way, "execveat")) execveat(AT_FDCWD, self, list, own, 0);
  if (!strcmp(way, "system call")) syscall(SYS_execve, self, list, own);
  if (!strcmp(way, "large")) execve(self, length, with_large_variable(100000));
  if (!strcmp(way, "without room")) execve(self, length, without_room());
  if (!strcmp(way, "no environment")) {
    environ = NULL;
    execv(self, list);
  }
  if (!strcmp(way, "cleared")) {
    clearenv();
    execv(self, list);
  }
  if (!strcmp(way, "left alone")) {
    char *alone[] = {(char *)"HAGSTONE_RECORDING=", NULL};
    execve(self, list, alone);
  }
  if (!strcmp(way, "posix_spawn")) posix_spawn(&child, self, NULL, NULL, list, own);
  if (!strcmp(way, "posix_spawnp")) posix_spawnp(&child, self, NULL, NULL, list, own);
  if (!strcmp(way, "vfork")) {
    child = vfork();
    if (child == 0) {
      execve(self, list, own);
      _exit(1);
    }
  }
  if (!strcmp(way, "fork")) {
    child = fork();
    if (child == 0) {
      execve(self, list, own);
      _exit(1);
    }
  }
  if (!strcmp(way, "program")) {
    child = vfork();
    if (child == 0) {
      execve(arguments[2], arguments + 2, own);
      _exit(1);
    }
  }
  if (!child) return 1;
  printf("%d, own environment: %s\n", wait_for(child), getenv("OWN") ? "changed" : "as before");
  return 6;
}
