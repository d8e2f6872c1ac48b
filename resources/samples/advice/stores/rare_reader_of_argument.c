// SPDX-License-Identifier: MIT
//
// A structure that is passed by a pointer holds the position for an error message. All of its values are overwritten before
// they are read, because no entry of this run is wrong. A wrong one would make complain() read it, so the stores may be needed.
// Change: pass the position to the function that may complain.
//
// Tools: dead-stores
// Finding: unread-result
// Sureness: possible
// Title: weigh() writes reader->position at line 32 and overwrites it at line 34 before it is read
#include "../apart.h"
#include <stdio.h>

struct reader {
  const long* position;
  const long* entries;
  long complaints;
};

APART static void complain(struct reader* reader) {
  reader->complaints++;
  fprintf(stderr, "entry %ld is wrong\n", (long)(reader->position - reader->entries));
}

APART static long checked(struct reader* reader, long value) {
  if (value < 0) complain(reader);
  return value;
}

APART static long weigh(struct reader* reader, long at) {
  const long* pair = reader->entries + at;
  reader->position = pair; /* finding: earlier later change */
  const long first = checked(reader, pair[0]);
  reader->position = pair + 1; /* finding: earlier later change */
  return first + checked(reader, pair[1]) * 2;
}

int main(int count, char** arguments) {
  static long entries[1000];
  struct reader reader = {0, entries, 0};
  long total = 0;
  for (long i = 0; i < 1000; i++) entries[i] = i % 97;
  for (int round = rounds(count, arguments, 60); round > 0; round--)
    for (long i = 0; i < 1000; i += 2) total += weigh(&reader, i);
  printf("%ld\n", total);
}
