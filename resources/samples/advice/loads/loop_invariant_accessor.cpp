// SPDX-License-Identifier: MIT
//
// Like loop_invariant.c, but an accessor of a class reads the invariant: the address of the elements. The loop that could keep it
// is in the function that uses the accessor.
// Change: take a pointer to the elements before the loop.
//
// Tools: redundant-loads
// Finding: loop-invariant-load
// Title: count_letters() loads data through table::operator[] in every iteration of the loop at loop_invariant_accessor.cpp:27, although it does not change
#include "../apart.h"
#include <cstdio>

class table {
public:
  explicit table(char* data) : data(data) {}
  char& operator[](int index) { return data[index]; } /* finding: earlier later */

private:
  char* data;
};

enum { LETTERS = 3000 };
static char text[LETTERS];
static char seen[256];

APART static void count_letters(table& seen, const char* text, int letters) {
  for (int i = 0; i < letters; i++) { /* finding: change */
    seen[text[i] & 127] += 1;
  }
}

int main(int count, char** arguments) {
  table counts(seen);
  for (int i = 0; i < LETTERS; i++) text[i] = static_cast<char>(i * 7);
  for (int round = rounds(count, arguments, 80); round > 0; round--) count_letters(counts, text, LETTERS);
  std::printf("%d\n", seen[7]);
}
