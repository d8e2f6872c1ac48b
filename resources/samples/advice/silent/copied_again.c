// SPDX-License-Identifier: MIT
//
// A frame is copied to the display by each round, though next to nothing of it has changed.
// Change: copy the lines that have changed.
//
// Tools: silent-stores
// Finding: redundant-copy
// Title: show() copies through memcpy() to display what is already there
#include "../apart.h"
#include <stdio.h>
#include <string.h>

enum { PIXELS = 8000 };
static unsigned char frame[PIXELS], display[PIXELS];

APART static void show(size_t pixels) { memcpy(display, frame, pixels); /* finding: earlier later */ }

int main(int count, char** arguments) {
  unsigned total = 0;
  for (int i = 0; i < PIXELS; i++) frame[i] = (unsigned char)(i * 7 + 1);
  for (int round = rounds(count, arguments, 100); round > 0; round--) {
    frame[round % PIXELS]++;
    show(PIXELS); /* finding: earlier later: a jump may represent the last call */
    total += display[(round * 13) % PIXELS];
  }
  printf("%u\n", total);
}
