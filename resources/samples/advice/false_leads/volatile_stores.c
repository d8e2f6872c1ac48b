// SPDX-License-Identifier: MIT
//
// A signal handler and a debugger look at a volatile variable, so the program has to store it, changed or not.
//
// Tools: dead-stores, silent-stores, redundant-loads
// Finding: none
#include "../apart.h"
#include <stdio.h>

static volatile int phase;
static unsigned long results[1024];

APART static void work(unsigned long round) {
  phase = 1;
  for (int i = 0; i < 4; i++) results[(round + (unsigned long)i) % 1024] += round;
  phase = 2;
}

int main(int count, char** arguments) {
  for (int round = rounds(count, arguments, 10000); round > 0; round--) work((unsigned long)round);
  unsigned long total = 0;
  for (int i = 0; i < 1024; i++) total ^= results[i];
  printf("%lu\n", total);
}
