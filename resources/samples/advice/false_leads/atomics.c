// SPDX-License-Identifier: MIT
//
// A lock is taken and given back, and a sign of life is stored for other threads: what was there before does not matter.
//
// Tools: dead-stores, silent-stores, redundant-loads
// Finding: none
#include "../apart.h"
#include <stdatomic.h>
#include <stdio.h>

static atomic_int lock, alive;
static unsigned long results[1024];

APART static void put(unsigned long at, unsigned long value) {
  while (atomic_exchange(&lock, 1)) {}
  results[at % 1024] += value;
  atomic_store(&alive, 1);
  atomic_store(&lock, 0);
}

int main(int count, char** arguments) {
  for (int round = rounds(count, arguments, 20000); round > 0; round--) put((unsigned long)round * 7, (unsigned long)round);
  unsigned long total = (unsigned long)atomic_load(&alive);
  for (int i = 0; i < 1024; i++) total ^= results[i];
  printf("%lu\n", total);
}
