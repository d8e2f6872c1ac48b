// SPDX-License-Identifier: MIT
//
// A flag is reset for each token, and set for some: a false lead for an initialization, because none of the resets can be
// left out. The finding only says what was measured.
//
// Tools: silent-stores
// Finding: unchanged-store
#include "../apart.h"
#include <stdio.h>

static struct {
  int is_break;
  unsigned kind;
} state;

APART static void read_token(unsigned round) {
  state.kind = round * 2654435761u;
  if (state.kind >> 29 == 0) state.is_break = 1;
}
APART static void next_token(unsigned round) {
  state.is_break = 0; /* finding: earlier later change */
  read_token(round);
}

int main(int count, char** arguments) {
  unsigned breaks = 0;
  for (int round = rounds(count, arguments, 100000); round > 0; round--) {
    next_token((unsigned)round);
    breaks += (unsigned)state.is_break;
  }
  printf("%u\n", breaks);
}
