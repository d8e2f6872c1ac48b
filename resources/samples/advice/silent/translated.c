// SPDX-License-Identifier: MIT
//
// Each picture is new, but most of its colors translate to the color that is already there: a false lead for a copy that
// could be left out.
//
// Tools: silent-stores
// Finding: unchanged-store | repeated-results
// Sureness: observed
#include "../apart.h"
#include <stdio.h>

enum { PIXELS = 3000, COLORS = 256 };
static unsigned char picture[PIXELS];
static unsigned short colors[COLORS], screen[PIXELS];

APART static void next_picture(unsigned round) {
  for (unsigned i = 0; i < PIXELS; i++) picture[i] = (unsigned char)(i * 37 + round * 101);
}
APART static void show(void) {
  for (int i = 0; i < PIXELS; i++) screen[i] = colors[picture[i]]; /* finding: earlier later change */
}

int main(int count, char** arguments) {
  for (int i = 0; i < COLORS; i++) colors[i] = i < 16 ? 7 : 3;
  for (int round = rounds(count, arguments, 60); round > 0; round--) {
    next_picture((unsigned)round);
    show();
  }
  printf("%d\n", screen[PIXELS / 2]);
}
