// SPDX-License-Identifier: MIT
//
// A compressor looks for the longest earlier match of each position, as in match_finder.c, but its links are distances to the
// match before, as in lz4: each step subtracts a number that was loaded at the present position.
// Change: shorter chains, or a hash of more bytes.
//
// Tools: redundant-loads
// Finding: chained-lookup
// Sureness: observed
// Title: longest_match() follows the same chain (match[best] or match[0]) again and again
#include "../apart.h"
#include <stdio.h>

enum { LENGTH = 512, LONGEST = 64, START = 1000 };
static unsigned char text[LENGTH + LONGEST];
static unsigned last_at[4];
static unsigned short distance[LENGTH];

APART static int longest_match(unsigned at, unsigned lowest) {
  const unsigned char* here = text + at - START;
  unsigned candidate = last_at[here[0] % 4];
  int best = 1;
  while (candidate >= lowest) {                                         /* finding: earlier later */
    const unsigned char* match = text + candidate - START;              /* finding: earlier later */
    if (match[best] == here[best] && match[0] == here[0]) {             /* finding: earlier later */
      int length = 1;
      while (length < LONGEST - 1 && match[length] == here[length]) length++; /* finding: earlier later */
      if (length > best) best = length;
    }
    candidate -= distance[candidate & (LENGTH - 1)];                    /* finding: earlier later */
  }
  return best;
}

int main(int count, char** arguments) {
  unsigned random = 1;
  for (int i = 0; i < LENGTH; i++) text[i] = (unsigned char)((random = random * 1103515245 + 12345) >> 16);
  long total = 0;
  for (int round = rounds(count, arguments, 1); round > 0; round--) {
    for (int i = 0; i < 4; i++) last_at[i] = 0;
    for (unsigned at = START; at < START + 400; at++) {
      unsigned* last = &last_at[text[at - START] % 4];
      total += longest_match(at, START);
      distance[at & (LENGTH - 1)] = (unsigned short)(at - *last);
      *last = at;
    }
  }
  printf("%ld\n", total);
}
