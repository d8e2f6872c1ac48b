// SPDX-License-Identifier: MIT
//
// A power is nearly always computed with the exponent 2 (Value Profiling, section 2).
// Change: a square behind a test.
//
// Tools: values
// Advice: if (exponent == 2)
#include "../apart.h"
#include <stdio.h>

APART static double power(double base, int exponent) { /* finding: advice */
  double result = 1;
  for (int i = 0; i < exponent; i++) result *= base;
  return result;
}

int main(int count, char** arguments) {
  double total = 0;
  for (int round = rounds(count, arguments, 20000); round > 0; round--) total += power(round, round % 40 == 0 ? 5 : 2);
  printf("%g\n", total);
}
