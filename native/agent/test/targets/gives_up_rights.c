// SPDX-License-Identifier: MIT
// Gives something up, as servers do before they work for strangers, and has a child work for a while then:
//   gives_up_rights WAY fork | exec
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "work.h"

extern char **environ;

static void lower(int resource, rlim_t soft, int hard_too) {
  struct rlimit limit;
  getrlimit(resource, &limit);
  limit.rlim_cur = soft;
  if (hard_too) limit.rlim_max = soft;
  if (setrlimit(resource, &limit)) perror("setrlimit");
}

static void raise_again(int resource) {
  struct rlimit limit;
  getrlimit(resource, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(resource, &limit);
}

// The loader of a program needs a free one, whatever descriptors the starter left open.
static rlim_t lowest_free_descriptor(void) {
  const int descriptor = open("/dev/null", O_RDONLY);
  if (descriptor < 0) perror("open");
  close(descriptor);
  return (rlim_t)descriptor;
}

// Over all arguments and variables, as programs do that set their process title.
static void write_title(char **arguments) {
  char *end = arguments[0];
  for (char **text = arguments; *text; text++) end = *text + strlen(*text);
  for (char **text = environ; *text; text++) end = *text + strlen(*text);
  memset(arguments[0], 'w', (size_t)(end - arguments[0]));
}

static void change_root(void) {
  char directory[] = "/tmp/hagstone-test-root-XXXXXX";
  if (!mkdtemp(directory) || chdir(directory) || rmdir(directory) || chroot(".")) perror("chroot");
}

// The path of the recording, as all of /tmp, leads to an empty file system from then on.
static void hide_recording(void) {
  if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) || mount("none", "/tmp", "tmpfs", 0, NULL))
    perror("mount");
}

// Whether a file above the own root directory can be opened through an inherited descriptor.
static void look_outside(void) {
  int found = 0;
  for (int descriptor = 3; descriptor < 4096; descriptor++) {
    const int file = openat(descriptor, "../../../../../../../../../../etc/passwd", O_RDONLY);
    if (file < 0) continue;
    found++;
    close(file);
  }
  printf("ways outside: %d\n", found);
}

static void give_up(const char *way, char **arguments) {
  if (!strcmp(way, "environment")) write_title(arguments);
  if (!strcmp(way, "user") && (setresgid(65534, 65534, 65534) || setresuid(65534, 65534, 65534))) perror("setresuid");
  if (!strcmp(way, "root")) change_root();
  if (!strcmp(way, "escape")) {
    change_root();
    look_outside();
  }
  if (!strcmp(way, "mounts")) hide_recording();
  if (!strcmp(way, "namespace") && unshare(CLONE_NEWUSER | CLONE_NEWNS)) perror("unshare");
  if (!strcmp(way, "descriptors")) lower(RLIMIT_NOFILE, lowest_free_descriptor() + 1, 0);
  if (!strcmp(way, "few_descriptors")) lower(RLIMIT_NOFILE, 3, 1);
  if (!strcmp(way, "size")) lower(RLIMIT_FSIZE, 0, 0);
  if (!strcmp(way, "no_size")) lower(RLIMIT_FSIZE, 0, 1);
  if (!strcmp(way, "little_size")) lower(RLIMIT_FSIZE, 40 << 10, 1);
  if (!strcmp(way, "closed")) {
    setresuid(65534, 65534, 65534);
    // Past the library's function.
    for (int descriptor = 3; descriptor < 4096; descriptor++) __asm__ volatile("syscall" ::"a"(SYS_close), "D"(descriptor) : "rcx", "r11", "memory");
  }
}

int main(int count, char **arguments) {
  if (count == 2) {
    work(0.05);
    return 7;
  }
  char own[4096], way[32];
  const int executes = !strcmp(arguments[2], "exec");
  snprintf(way, sizeof way, "%s", arguments[1]);
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  own[length > 0 ? length : 0] = 0;
  give_up(way, arguments);
  work(0.03);
  const pid_t child = fork();
  if (child == 0) {
    char *program[] = {own, "work", NULL};
    if (executes) execv(own, program);
    work(0.05);
    _exit(7);
  }
  int status = 0;
  waitpid(child, &status, 0);
  // The output is a file.
  raise_again(RLIMIT_FSIZE);
  printf("child: %d\n", status);
  return 0;
}
