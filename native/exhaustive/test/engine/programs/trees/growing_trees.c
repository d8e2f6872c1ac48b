/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * growing_trees LEVELS: 60 trees from each of so many calls of `deeper` below each other, and a byte on the standard output
 * after the trees of each. */
#include <stdlib.h>
#include <unistd.h>

#include "tree.h"

__attribute__((noinline, noclone)) static void deeper(int left) {
  for (int i = 0; i < 60; i++) descend(1);
  if (write(1, "+", 1) != 1) _exit(1);
  if (left > 1) deeper(left - 1);
}

int main(int count, char **arguments) {
  deeper(count > 1 ? atoi(arguments[1]) : 1);
  return 7;
}
