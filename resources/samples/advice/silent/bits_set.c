// SPDX-License-Identifier: MIT
//
// A bit is set in words that mostly have it.
// Change: test the bit before it is set.
//
// Tools: silent-stores
// Finding: update-without-effect
#include "../apart.h"
#include <stdio.h>

enum { PAGES = 300, DIRTY = 4 };
static unsigned flags[PAGES];

APART static void mark(unsigned page) { flags[page % PAGES] |= DIRTY; /* finding: earlier later */ }

int main(int count, char** arguments) {
  unsigned page = 1, dirty = 0;
  for (int round = rounds(count, arguments, 60000); round > 0; round--) {
    page = page * 69069u + 1u;
    mark(page >> 7);
    if (round % 1000 == 0) dirty += flags[(page >> 7) % PAGES] & DIRTY;
  }
  printf("%u\n", dirty);
}
