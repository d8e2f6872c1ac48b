// SPDX-License-Identifier: MIT
//
// An element of a global array holds the position of each nesting level for an error message. All of its values are
// overwritten before they are read, because no entry of this run is wrong. A wrong one would make complain() read it.
// Change: pass the position to the function that may complain.
//
// Tools: dead-stores
// Finding: unread-result
// Sureness: possible
// Title: weigh() writes positions[level] at line 28 and overwrites it at line 30 before it is read
#include "../apart.h"
#include <stdio.h>

enum { LEVELS = 16 };
const long* positions[LEVELS];

APART static void complain(const long* entries, int level) {
  fprintf(stderr, "entry %ld is wrong\n", (long)(positions[level] - entries));
}

APART static long checked(const long* entries, long value, int level) {
  if (value < 0) complain(entries, level);
  return value;
}

APART static long weigh(const long* entries, long at, int level) {
  const long* pair = entries + at;
  positions[level] = pair; /* finding: earlier later change */
  const long first = checked(entries, pair[0], level);
  positions[level] = pair + 1; /* finding: earlier later change */
  return first + checked(entries, pair[1], level) * 2;
}

int main(int count, char** arguments) {
  static long entries[1000];
  long total = 0;
  for (long i = 0; i < 1000; i++) entries[i] = i % 97;
  for (int round = rounds(count, arguments, 60); round > 0; round--)
    for (long i = 0; i < 1000; i += 2) total += weigh(entries, i, (int)(i % LEVELS));
  printf("%ld\n", total);
}
