// SPDX-License-Identifier: MIT
//
// Elements are added to a vector one by one, although their number is known: each time the vector's end is loaded and
// stored. Its capacity is kept from round to round, so it does not grow.
// Change: resize the vector before the loop, and assign its elements.
//
// Options: -fno-tree-partial-pre
// Tools: redundant-loads
// Finding: loop-invariant-load
// Title: decode() adds elements to letters through std::vector::push_back() one by one in the loop at appended_elements.cpp:23
#include "../apart.h"
#include <cstdio>
#include <vector>

struct Letter {
  unsigned char low, high;
};

enum { LENGTH = 600 };

APART static void decode(std::vector<Letter>& letters, const unsigned char* text) {
  letters.clear();
  for (int i = 0; i < LENGTH; i++) {                           /* finding: change */
    letters.push_back({text[i], static_cast<unsigned char>(0)}); /* finding: earlier later */
  }
}

int main(int count, char** arguments) {
  static unsigned char text[LENGTH];
  std::vector<Letter> letters;
  unsigned total = 0;
  for (int round = rounds(count, arguments, 300); round > 0; round--) {
    for (int i = 0; i < LENGTH; i++) text[i] = static_cast<unsigned char>(i * round);
    decode(letters, text);
    for (const Letter& letter : letters) total += letter.low + letter.high;
  }
  std::printf("%u\n", total);
}
