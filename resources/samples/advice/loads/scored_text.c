// SPDX-License-Identifier: MIT
//
// Each character of a new text selects its score: a lookup in a table of which the same few entries are read. Whether a
// lookup can be skipped depends on the text, so the finding only says what was measured.
// Change: keep the score until the character changes, if texts have runs of one character.
//
// Options: -fno-tree-vectorize
// Tools: redundant-loads
// Finding: table-lookup
// Title: total_score() looks up the same entries of scores again and again in the loop at scored_text.c:23
#include "../apart.h"
#include <stdio.h>

enum { LENGTH = 40, LETTERS = 26 };
static char text[LENGTH];
static int scores[128];

APART static void next_text(unsigned round) {
  for (unsigned i = 0; i < LENGTH; i++) text[i] = (char)('a' + (i * (2 * round + 1) + round * 5) % LETTERS);
}
APART static long total_score(void) {
  long total = 0;
  for (int i = 0; i < LENGTH; i++) total += scores[(unsigned char)text[i]] * (long)(i & 7); /* finding: earlier later change */
  return total;
}

int main(int count, char** arguments) {
  long total = 0;
  for (int letter = 'a'; letter <= 'z'; letter++) scores[letter] = (letter * 37) % 11 - 5;
  for (int round = rounds(count, arguments, 4000); round > 0; round--) {
    next_text((unsigned)round);
    total += total_score();
  }
  printf("%ld\n", total);
}
