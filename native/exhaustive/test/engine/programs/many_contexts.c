/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * many_contexts: forever runs a tree of 2^15 calls, each of which stores in a context of its own, and writes a byte to the
 * standard output after each run. */
#include <unistd.h>

enum { DEPTH = 15 };

static volatile int place;

__attribute__((noinline)) static void descend(int depth) {
  place = depth;
  if (depth == DEPTH) return;
  descend(depth + 1);
  descend(depth + 1);
}

int main(void) {
  do descend(1);
  while (write(1, "+", 1) == 1);
  return 1;
}
