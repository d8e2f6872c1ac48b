// SPDX-License-Identifier: MIT
//
// A loop chooses what to do for each character of a text by a small switch, as decoders do, and each text is new.
//
// Tools: dead-stores, silent-stores, redundant-loads
// Finding: none
#include "../apart.h"
#include <stdio.h>

enum { LENGTH = 4096 };
static unsigned text[LENGTH];

APART static unsigned decode(const unsigned* at, const unsigned* end) {
  unsigned sum = 0;
  for (; at < end; at++) {
    switch (*at & 15) {
      case 0: sum += *at >> 4; break;
      case 1: sum ^= *at; break;
      case 2: sum -= *at >> 5; break;
      case 3: sum *= 3; break;
      case 4: sum = ~sum; break;
      case 5: sum += sum >> 3; break;
      case 6: sum ^= sum << 5; break;
      case 7: sum -= 11; break;
      case 8: sum |= *at >> 6; break;
      case 9: sum += *at & 0xff00; break;
      case 10: sum ^= *at << 2; break;
      default: sum++; break;
    }
  }
  return sum;
}

int main(int count, char** arguments) {
  unsigned state = 1, total = 0;
  for (int round = rounds(count, arguments, 100); round > 0; round--) {
    for (int i = 0; i < LENGTH; i++) text[i] = state = state * 1664525u + 1013904223u;
    for (int i = 0; i < LENGTH; i++) text[i] = text[i] >> 4;
    total += decode(text, text + LENGTH);
  }
  printf("%u\n", total);
}
