// SPDX-License-Identifier: MIT
//
// A search for the longest match compares each candidate at the end of the longest match so far, as in xz's hc_find_func().
// It loads that byte of the text each time, although a longer match is rare.
// Change: keep the byte in a local variable, and set it when a longer match is found.
//
// Tools: redundant-loads
// Finding: loop-invariant-load
// Title: longest_match() loads text[longest] in every iteration of the loop at longest_so_far.c:20, although it rarely changes
#include "../apart.h"
#include <stdio.h>

enum { CANDIDATES = 400, LENGTH = 8 };
static unsigned char candidates[CANDIDATES][LENGTH], text[LENGTH];

struct found { const unsigned char* place; unsigned length; };

APART static struct found* longest_match(const unsigned char* text, const unsigned char* candidate, unsigned count, struct found* found) {
  unsigned longest = 1;
  for (; count > 0; count--, candidate += LENGTH) { /* finding: change */
    if (candidate[longest] != text[longest]) continue; /* finding: earlier later */
    unsigned length = 0;
    while (length < LENGTH - 1 && candidate[length] == text[length]) length++;
    if (length > longest) {
      longest = length;
      *found++ = (struct found){candidate, length};
    }
  }
  return found;
}

int main(int argument_count, char** arguments) {
  struct found found[CANDIDATES];
  long total = 0;
  for (int round = rounds(argument_count, arguments, 500); round > 0; round--) {
    for (int i = 0; i < LENGTH; i++) text[i] = (unsigned char)(round * 31 + i * i);
    for (int i = 0; i < CANDIDATES; i++)
      for (int k = 0; k < LENGTH; k++) candidates[i][k] = (unsigned char)(i * 7 + k + round);
    total += longest_match(text, candidates[0], CANDIDATES, found) - found;
  }
  printf("%ld\n", total);
}
