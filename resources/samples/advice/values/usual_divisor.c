// SPDX-License-Identifier: MIT
//
// Nearly all divisions are by 8 (Value Profiling, section 2).
// Change: a division by 8 behind a test.
//
// Tools: values
// Advice: if (divisor == 8)
#include "../apart.h"
#include <stdio.h>

APART static unsigned block_of(unsigned offset, unsigned size) { return offset / size; } /* finding: advice */

int main(int count, char** arguments) {
  unsigned total = 0;
  for (int round = rounds(count, arguments, 20000); round > 0; round--) total += block_of((unsigned)round * 77, round % 50 == 0 ? 12 : 8);
  printf("%u\n", total);
}
