// SPDX-License-Identifier: MIT
//
// The characters of a text are looked up in a table of escapes, whose entries are zero for nearly all of them: no zero is a factor or
// a summand of anything, and each must be looked at. As in tinyjson's generator.
// Change: none for the zeros.
//
// Tools: redundant-loads, values
// Finding: table-lookup
// Levels: -O0, -O2 (in a larger loop, more values are live than there are registers)
// Sureness: observed
#include "../apart.h"
#include <stdio.h>

enum { LENGTH = 4000 };
static unsigned char escape_of[256];
static char text[LENGTH], escaped[2 * LENGTH];

APART static int escape_all(void) {
  int length = 0;
  for (int i = 0; i < LENGTH; i++) {
    unsigned char here = (unsigned char)text[i];
    unsigned char escape = escape_of[here]; /* finding: earlier later */
    if (escape != 0) escaped[length++] = (char)escape;
    escaped[length++] = (char)here; /* finding: earlier later */
  }
  return length;
}

int main(int count, char** arguments) {
  long total = 0;
  escape_of['"'] = escape_of['\\'] = '\\';
  for (int round = rounds(count, arguments, 40); round > 0; round--) {
    for (int i = 0; i < LENGTH; i++) text[i] = (i + round) % 50 == 0 ? '"' : (char)('a' + (i * 7 + round) % 26);
    total += escape_all();
  }
  printf("%ld\n", total);
}
