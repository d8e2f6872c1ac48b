// SPDX-License-Identifier: MIT
//
// Each element is copied from the one before, which was set to 1, so that every round loads and stores ones, as in
// NERSC-8's msgrate (LOADSPY, listing 7; WITCH 8.5).
// Change: store the constant.
//
// Tools: silent-stores, redundant-loads
// Finding: redundant-copy | repeated-initialisation | repeated-traversal | unchanged-store
#include "../apart.h"
#include <stdio.h>

enum { SIZE = 3000 };
static int* cache;

APART static void invalidate(int size) {
  cache[0] = 1;
  for (int i = 1; i < size; i++) cache[i] = cache[i - 1]; /* finding: earlier later */
}

int main(int count, char** arguments) {
  long total = 0;
  cache = calloc(SIZE, sizeof *cache);
  for (int round = rounds(count, arguments, 80); round > 0; round--) {
    invalidate(SIZE);
    total += cache[round % SIZE];
  }
  printf("%ld\n", total);
  free(cache);
}
