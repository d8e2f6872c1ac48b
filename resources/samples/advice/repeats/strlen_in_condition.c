// SPDX-License-Identifier: MIT
//
// The condition of a loop over a string calls strlen for each character.
// Change: call strlen once, before the loop.
//
// Tools: redundant-loads
// Finding: repeated-call
#include "../apart.h"
#include <stdio.h>
#include <string.h>

static char text[1200];

APART static void upper(char* string) {
  for (size_t i = 0; i < strlen(string); i++) /* finding: earlier later */
    if (string[i] >= 'a' && string[i] <= 'z') string[i] = (char)(string[i] - 32);
}

int main(int count, char** arguments) {
  unsigned total = 0;
  for (int round = rounds(count, arguments, 4); round > 0; round--) {
    for (size_t i = 0; i < sizeof text - 1; i++) text[i] = (char)('a' + (i + (size_t)round) % 26);
    upper(text);
    total += (unsigned char)text[(size_t)round % (sizeof text - 1)];
  }
  printf("%u\n", total);
}
