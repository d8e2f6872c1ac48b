// SPDX-License-Identifier: MIT
//
// An ordered map is asked for one key after the other. Nothing needs the keys in their order.
// Change: use std::unordered_map.
//
// Tools: redundant-loads
// Finding: chained-lookup
// Title: priced() goes down the nodes of an ordered tree again and again through std::map::find() in the loop at ordered_tree.cpp:15
#include "../apart.h"
#include <cstdio>
#include <map>

APART static long priced(const std::map<long, long>& prices, int round) {
  long total = 0;
  for (long i = 0; i < 100; i++) {
    const auto found = prices.find(i * 37 % 1000 + round % 2); /* finding: earlier later */
    if (found != prices.end()) total += found->second;
  }
  return total;
}

int main(int count, char** arguments) {
  std::map<long, long> prices;
  for (long i = 0; i < 1000; i++) prices[i * 3] = i;
  long total = 0;
  for (int round = rounds(count, arguments, 100); round > 0; round--) total += priced(prices, round);
  printf("%ld\n", total);
}
