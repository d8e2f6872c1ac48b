// SPDX-License-Identifier: MIT
//
// A compressor looks for the longest earlier match of each position, along chains of earlier positions with the same
// first bytes, as in zlib and gzip. Neighboring positions share most of a chain, so the same candidates are read again.
// Change: shorter chains, or a hash of more bytes.
//
// Tools: redundant-loads
// Finding: chained-lookup
// Sureness: observed
#include "../apart.h"
#include <stdio.h>

enum { LENGTH = 512, LONGEST = 64, NONE = 0xffff };
static unsigned char text[LENGTH + LONGEST];
static unsigned short first[4];
static unsigned short earlier[LENGTH];

APART static int longest_match(unsigned at) {
  const unsigned char* here = text + at;
  unsigned candidate = first[here[0] % 4];
  int best = 1;
  unsigned char last = here[best];
  while (candidate != NONE) {                                     /* finding: earlier later */
    const unsigned char* match = text + candidate;
    if (match[best] == last && match[0] == here[0]) {              /* finding: earlier later */
      int length = 1;
      while (length < LONGEST - 1 && match[length] == here[length]) length++;
      if (length > best) {
        best = length;
        last = here[best];
      }
    }
    candidate = earlier[candidate & (LENGTH - 1)];                 /* finding: earlier later */
  }
  return best;
}

int main(int count, char** arguments) {
  unsigned random = 1;
  for (int i = 0; i < LENGTH; i++) text[i] = (unsigned char)((random = random * 1103515245 + 12345) >> 16);
  long total = 0;
  for (int round = rounds(count, arguments, 1); round > 0; round--) {
    for (int i = 0; i < 4; i++) first[i] = NONE;
    for (unsigned at = 0; at < 400; at++) {
      total += longest_match(at);
      earlier[at] = first[text[at] % 4];
      first[text[at] % 4] = (unsigned short)at;
    }
  }
  printf("%ld\n", total);
}
