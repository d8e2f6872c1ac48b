// SPDX-License-Identifier: MIT
//
// A std::map is searched by count(), and again by operator[].
// Change: call find() once and use its iterator.
//
// Tools: redundant-loads
// Finding: repeated-lookup
#include "../apart.h"
#include <cstdio>
#include <map>

static std::map<int, long> stock;

APART static long take(int article) {
  if (stock.count(article) == 0) return 0;  /* finding: earlier later */
  return stock[article]++;                  /* finding: earlier later */
}

int main(int count, char** arguments) {
  long total = 0;
  unsigned random = 1;
  for (int i = 0; i < 1000; i++) stock[i * 3] = i;
  for (int round = rounds(count, arguments, 5000); round > 0; round--) {
    random = random * 69069u + 1u;
    total += take(int((random >> 8) % 1000) * 3);
  }
  std::printf("%ld\n", total);
}
