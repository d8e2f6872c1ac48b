// SPDX-License-Identifier: MIT
//
// A loop chooses what to do for each character of new texts, and stores one of four kinds. A quarter of the kinds is as before by
// chance: a false lead for an interpreter, whose operations store what is mostly there. The finding only says what was measured.
//
// Tools: silent-stores
// Finding: unchanged-store
#include "../apart.h"
#include <stdio.h>

enum { LENGTH = 4096 };
static unsigned text[LENGTH], kinds[LENGTH];

APART static void classify(const unsigned* at, const unsigned* end, unsigned* kind) {
  for (; at < end; at++, kind++) { /* finding: earlier later */
    switch (*at & 15) {
      case 0: *kind = (*at >> 4) & 3; break; /* finding: earlier later */
      case 1: *kind = (*at ^ (*at >> 9)) & 3; break; /* finding: earlier later */
      case 2: *kind = (*at >> 7) & 3; break; /* finding: earlier later */
      case 3: *kind = (*at * 3u >> 6) & 3; break; /* finding: earlier later */
      case 4: *kind = (~*at >> 5) & 3; break; /* finding: earlier later */
      case 5: *kind = ((*at + (*at >> 3)) >> 8) & 3; break; /* finding: earlier later */
      case 6: *kind = ((*at ^ (*at << 5)) >> 10) & 3; break; /* finding: earlier later */
      case 7: *kind = ((*at - 11u) >> 12) & 3; break; /* finding: earlier later */
      case 8: *kind = (*at >> 14) & 3; break; /* finding: earlier later */
      case 9: *kind = (*at * 7u >> 9) & 3; break; /* finding: earlier later */
      case 10: *kind = (*at >> 11) & 3; break; /* finding: earlier later */
      default: *kind = (*at >> 13) & 3; break; /* finding: earlier later */
    }
  }
}

int main(int count, char** arguments) {
  unsigned state = 1, total = 0;
  for (int round = rounds(count, arguments, 100); round > 0; round--) {
    for (int i = 0; i < LENGTH; i++) state = state * 1664525u + 1013904223u, text[i] = state >> 8;
    classify(text, text + LENGTH, kinds);
    total += kinds[round];
  }
  printf("%u\n", total);
}
