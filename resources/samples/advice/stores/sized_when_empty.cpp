// SPDX-License-Identifier: MIT
//
// An empty vector is given its size, which sets all elements to zero, and a loop then writes all of them. It grows once, and moves nothing.
// Change: reserve, and add the computed elements.
//
// Tools: dead-stores
// Finding: overwritten-before-use
#include "../apart.h"
#include <cstdio>
#include <vector>

struct hull {
  std::vector<long> next;

  APART void trace(long points, long round) {
    next.resize(size_t(points)); /* finding: earlier change */
    for (long i = 0; i < points; i++) next[size_t(i)] = i * 3 + round; /* finding: later */
  }
};

int main(int count, char **arguments) {
  long total = 0;
  for (int round = rounds(count, arguments, 80); round > 0; round--) {
    hull hull;
    hull.trace(3000, round);
    for (long next : hull.next) total += next;
  }
  std::printf("%ld\n", total);
}
