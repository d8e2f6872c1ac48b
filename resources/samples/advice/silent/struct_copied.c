// SPDX-License-Identifier: MIT
//
// A state of 240 bytes is copied whole to change one member of it.
// Change: write that member in place.
//
// Tools: silent-stores
// Finding: redundant-copy
#include "../apart.h"
#include <stdio.h>

struct state { long position; long limits[28]; long mode; };
static struct state present;

APART static struct state moved(const struct state* from, long by) {
  struct state to = *from; /* finding: earlier later */
  to.position += by;
  return to;               /* finding: earlier later */
}

APART static void step(long by) { present = moved(&present, by); /* finding: earlier later */ }

int main(int count, char** arguments) {
  for (int i = 0; i < 28; i++) present.limits[i] = i * i + 1;
  for (int round = rounds(count, arguments, 20000); round > 0; round--) step(round & 7);
  printf("%ld %ld\n", present.position, present.limits[3]);
}
