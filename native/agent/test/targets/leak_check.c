// SPDX-License-Identifier: MIT
// Seems to have LeakSanitizer, and prints at the time of its check what would still send signals to the process.
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "work.h"

void __lsan_do_leak_check(void) {}

static unsigned open_events(void) {
  DIR *directory = opendir("/proc/self/fd");
  unsigned events = 0;
  for (struct dirent *entry; directory && (entry = readdir(directory));) {
    char kind[64] = "";
    if (readlinkat(dirfd(directory), entry->d_name, kind, sizeof kind - 1) > 0 && strstr(kind, "perf_event")) events++;
  }
  if (directory) closedir(directory);
  return events;
}

static unsigned timers(void) {
  FILE *file = fopen("/proc/self/timers", "r");
  unsigned count = 0;
  for (char line[256]; file && fgets(line, sizeof line, file);) count += !strncmp(line, "ID:", 3);
  if (file) fclose(file);
  return count;
}

// As the check, this runs among the destructors of the program and its libraries.
__attribute__((destructor)) static void check(void) { printf("%u events, %u timers\n", open_events(), timers()); }

static void *outlive_main(void *unused) {
  for (;;) work(1);
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, outlive_main, NULL)) return 2;
  work(0.2);
  return 0;
}
