/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * forked_trees: 2 trees from `known`; then 3 more of them and 2 from `fresh` in the parent, 1 and 4 in the child. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tree.h"

#define NOINLINE __attribute__((noinline, noclone))

NOINLINE static void known(void) { descend(1); }
NOINLINE static void fresh(void) { descend(1); }

int main(void) {
  int process = 1;
  volatile int rounds = 5;
  /* From one place, so that both processes go on in the calling contexts that were there before the fork. */
  for (volatile int round = 0; round < rounds; round++) {
    if (round == 2 && !(process = fork())) rounds = 3;
    known();
  }
  for (int left = process ? 2 : 4; left > 0; left--) fresh();
  if (!process) _exit(9);
  int status;
  waitpid(process, &status, 0);
  printf("child: %d\n", WEXITSTATUS(status));
  return 3;
}
