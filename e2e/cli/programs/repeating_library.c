/* SPDX-License-Identifier: MIT
 *
 * A library that sums the same table in each round of a loop, so that the loop makes its loads redundant; or a program that does. */
enum { ELEMENTS = 100, ROUNDS = 20 };

static volatile long table[ELEMENTS];

long sum_rounds(void) {
  long sum = 0;
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < ELEMENTS; i++) sum += table[i];
  return sum;
}

#ifdef WHOLE_PROGRAM
int main(void) { return sum_rounds() != 0; }
#endif
