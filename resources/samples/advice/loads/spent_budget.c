// SPDX-License-Identifier: MIT
//
// A budget goes down by the cost of each item. The costs are subtracted, as the links of a chain may be, but no cost leads to
// the next one. The total of the costs stays the same.
// Change: subtract the total at once where the budget suffices.
//
// Tools: redundant-loads
// Finding: repeated-traversal
#include "../apart.h"
#include <stdio.h>

enum { ITEMS = 500 };
static unsigned short cost[ITEMS];

APART static long spend(long budget, int* bought) {
  int count = 0;
  for (int i = 0; i < ITEMS; i++) { /* finding: earlier later */
    budget -= cost[i];              /* finding: earlier later */
    if (budget > 4000) count++;
  }
  *bought = count;
  return budget;
}

int main(int count, char** arguments) {
  long total = 0;
  for (int i = 0; i < ITEMS; i++) cost[i] = (unsigned short)(i * 7 % 31);
  for (int round = rounds(count, arguments, 800); round > 0; round--) {
    int bought;
    total += spend(9000 + round, &bought) + bought;
  }
  printf("%ld\n", total);
}
