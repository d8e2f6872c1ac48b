/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * waiting_trees HOW: 60 trees from `works`, then a byte on the standard output, then nothing but waiting: "alone",
 * "reading" from an empty pipe, or "withAnotherThread" that waits all the time. */
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "tree.h"

__attribute__((noinline, noclone)) static void works(void) {
  for (int i = 0; i < 60; i++) descend(1);
}

static void *waits(void *nothing) {
  for (;;) pause();
  return nothing;
}

int main(int count, char **arguments) {
  const char *const how = count > 1 ? arguments[1] : "";
  int ends[2];
  if (pipe(ends)) return 1;
  if (strcmp(how, "withAnotherThread") == 0) {
    pthread_t thread;
    pthread_create(&thread, 0, waits, 0);
  }
  works();
  if (write(1, "+", 1) != 1) return 1;
  char byte;
  if (strcmp(how, "reading") == 0) return read(ends[0], &byte, 1) != 0;
  waits(0);
  return 0;
}
