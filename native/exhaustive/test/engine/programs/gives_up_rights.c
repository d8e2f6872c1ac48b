/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Children that give up rights, or execute programs in unusual ways, and then do their work. Prints how each of them
 * ended, which the engine must not change. Its arguments: a directory with a copy of this program that is `program`,
 * one that is set-user-ID, `other`, and an unreadable one, `unreadable`. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static const char *self, *directory;
static volatile long memory[64];

enum { NOBODY = 65534, WORKED = 7 };

static void work(void) {
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < 64; i++) memory[i] = i;
}

static int status_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

static void works_itself(void) { work(); }
static void forks(void) {
  const pid_t child = fork();
  if (!child) _exit((work(), 8));
  if (status_of(child) != 8 << 8) _exit(9);
}
static void execute(const char *path, const char *name, char **environment) {
  char *arguments[] = {(char *)name, (char *)"work", NULL};
  execve(path, arguments, environment);
  printf("cannot execute (%s)\n", strerror(errno));
  _exit(99);
}
static void executes(void) { execute(self, self, environ); }
static void executes_without_environment(void) { execute(self, "zero", (char *[]){NULL}); }
static void executes_through_env(void) { execlp("env", "env", "-i", self, "work", NULL); }
static void executes_its_own_link(void) { execute("/proc/self/exe", "link", environ); }
static void executes_its_parents_link(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/exe", getppid());
  execute(path, "a-name-that-is-much-longer-than-the-path-of-the-program-is-so-that-there-is-too-little-room-for-it-in-the-place-of-the-path-unless-it-is-made", environ);
}
static int open_self(void) { return open(self, O_RDONLY | O_CLOEXEC); }
static void executes_a_descriptor(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", open_self());
  execute(path, "descriptor", environ);
}
static void executes_memory(void) {
  char path[64], bytes[4096];
  const int from = open_self(), to = memfd_create("program", MFD_CLOEXEC);
  for (long length; (length = read(from, bytes, sizeof bytes)) > 0;)
    if (write(to, bytes, (size_t)length) != length) _exit(98);
  snprintf(path, sizeof path, "/proc/self/fd/%d", to);
  execute(path, "memory", environ);
}
static void executes_in_directory(const char *file) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", directory, file);
  execute(path, file, environ);
}
static void executes_a_set_user_id_program(void) { executes_in_directory("other"); }
static void executes_an_unreadable_program(void) { executes_in_directory("unreadable"); }
static void closes_all_and_executes(void) {
  for (int i = 3; i < 2048; i++) close(i);
  executes();
}

static int becomes_nobody(void) { return setresgid(NOBODY, NOBODY, NOBODY) | setresuid(NOBODY, NOBODY, NOBODY); }
static int changes_root(void) { return chroot(directory) | chdir("/"); }
static int enters_user_namespace(void) { return unshare(CLONE_NEWUSER); }
static int limits(int resource, rlim_t limit) {
  struct rlimit wanted = {limit, limit}, found;
  if (setrlimit(resource, &wanted) || getrlimit(resource, &found)) return 1;
  return found.rlim_cur != limit || found.rlim_max != limit;
}
static int limits_descriptors(void) { return limits(RLIMIT_NOFILE, 16); }
static int limits_files(void) { return limits(RLIMIT_FSIZE, 0); }
static int limits_memory(void) { return limits(RLIMIT_AS, 1 << 29); }
static int keeps_all(void) { return 0; }

static void executes_under_other_root(void) { execute("/program", "program", environ); }

static void child(const char *name, int (*gives_up)(void), void (*works)(void)) {
  const pid_t process = fork();
  if (process == 0) {
    if (gives_up()) _exit(97);
    works();
    _exit(6);
  }
  printf("%s: %x\n", name, (unsigned)status_of(process));
}

int main(int argument_count, char **arguments) {
  setvbuf(stdout, NULL, _IONBF, 0);
  if (argument_count < 2) return 2;
  if (!strcmp(arguments[1], "work")) {
    work();
    printf("%s works\n", arguments[0]);
    return WORKED;
  }
  self = arguments[0];
  directory = arguments[1];
  child("fork", keeps_all, forks);
  child("exec", keeps_all, executes);
  child("exec without environment", keeps_all, executes_without_environment);
  child("env -i", keeps_all, executes_through_env);
  child("/proc/self/exe", keeps_all, executes_its_own_link);
  child("/proc/PARENT/exe", keeps_all, executes_its_parents_link);
  child("/proc/self/fd/N", keeps_all, executes_a_descriptor);
  child("a file without a name", keeps_all, executes_memory);
  child("set-user-ID", keeps_all, executes_a_set_user_id_program);
  child("unreadable", becomes_nobody, executes_an_unreadable_program);
  child("closed descriptors", keeps_all, closes_all_and_executes);
  child("nobody", becomes_nobody, works_itself);
  child("nobody, fork", becomes_nobody, forks);
  child("nobody, exec", becomes_nobody, executes);
  child("user namespace", enters_user_namespace, forks);
  child("user namespace, exec", enters_user_namespace, executes);
  child("other root", changes_root, forks);
  child("other root, exec", changes_root, executes_under_other_root);
  child("16 descriptors", limits_descriptors, forks);
  child("16 descriptors, exec", limits_descriptors, executes);
  child("no files", limits_files, forks);
  child("no files, exec", limits_files, executes);
  child("512 MiB, exec", limits_memory, executes);
  return 0;
}
