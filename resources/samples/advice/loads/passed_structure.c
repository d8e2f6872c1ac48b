// SPDX-License-Identifier: MIT
//
// The loop reads members of a local structure whose address a call is given. The compiler has to read them from memory, but
// it has registers enough: they are members, and no register was given up.
// Change: read them into local variables before the loop.
//
// Tools: redundant-loads
// Finding: loop-invariant-load
// Title: filtered() loads filter.scale in every iteration of the loop at passed_structure.c:22, although it does not change
#include "../apart.h"
#include <stdio.h>

enum { CELLS = 2000 };
struct filter { long scale, shift, seen; };
static long cells[CELLS];

APART static void note(struct filter* filter, long value) { filter->seen += value & 1; }

APART static long filtered(long scale, long shift) {
  struct filter filter = {scale, shift, 0};
  long total = 0;
  for (int i = 0; i < CELLS; i++) {                                     /* finding: earlier later change */
    total += cells[i] * filter.scale;                                   /* finding: earlier later */
    note(&filter, total);
  }
  return total + filter.seen + filter.shift;
}

int main(int count, char** arguments) {
  long total = 0;
  for (int round = rounds(count, arguments, 30); round > 0; round--) {
    for (int i = 0; i < CELLS; i++) cells[i] = i + round;
    total += filtered(round + 3, round);
  }
  printf("%ld\n", total);
}
