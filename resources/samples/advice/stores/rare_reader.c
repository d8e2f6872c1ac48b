// SPDX-License-Identifier: MIT
//
// A global variable holds the position for an error message. All of its values are overwritten before they are read,
// because no entry of this run is wrong. A wrong one would make complain() read it, so the stores may be needed.
// Change: pass the position to the function that may complain.
//
// Tools: dead-stores
// Finding: unread-result
// Sureness: possible
// Title: weigh() writes position at line 25 and overwrites it at line 27 before it is read
#include "../apart.h"
#include <stdio.h>

const long* position;

APART static void complain(const long* entries) { fprintf(stderr, "entry %ld is wrong\n", (long)(position - entries)); }

APART static long checked(const long* entries, long value) {
  if (value < 0) complain(entries);
  return value;
}

APART static long weigh(const long* entries, long at) {
  const long* pair = entries + at;
  position = pair; /* finding: earlier later change */
  const long first = checked(entries, pair[0]);
  position = pair + 1; /* finding: earlier later change */
  return first + checked(entries, pair[1]) * 2;
}

int main(int count, char** arguments) {
  static long entries[1000];
  long total = 0;
  for (long i = 0; i < 1000; i++) entries[i] = i % 97;
  for (int round = rounds(count, arguments, 60); round > 0; round--)
    for (long i = 0; i < 1000; i += 2) total += weigh(entries, i);
  printf("%ld\n", total);
}
