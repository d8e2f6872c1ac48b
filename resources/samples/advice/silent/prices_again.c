// SPDX-License-Identifier: MIT
//
// Each round computes the price of every item anew, from tables that an earlier step fills again with the values they had.
// Change: keep the prices while the tables stay the same.
//
// Tools: silent-stores
// Finding: repeated-results
// Sureness: observed
// Title: price_all() stores the same results to prices again in the loop at prices_again.c:17
#include "../apart.h"
#include <stdio.h>

enum { ITEMS = 1500 };
static long amount[ITEMS], price[ITEMS];

APART static void price_all(long* prices, const long* amounts, long rate) {
  for (int i = 0; i < ITEMS; i++) { /* finding: change */
    long value = amounts[i] * rate;
    prices[i] = value - (value >> 7) % 1000; /* finding: earlier later */
  }
}

int main(int count, char** arguments) {
  long total = 0;
  for (int i = 0; i < ITEMS; i++) amount[i] = (long)((unsigned)(i * 7919) % 100003u);
  for (int round = rounds(count, arguments, 300); round > 0; round--) {
    price_all(price, amount, 17 + round / 1000000);
    total += price[round % ITEMS];
  }
  printf("%ld\n", total);
}
