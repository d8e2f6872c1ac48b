// SPDX-License-Identifier: MIT
//
// A recursive function saves registers and return addresses, which hold the same values call after call.
//
// Tools: dead-stores, silent-stores, redundant-loads
// Finding: none
#include "../apart.h"
#include <stdio.h>

static unsigned visited[4096];

APART static unsigned tree(unsigned node, unsigned depth) {
  visited[node & 4095] = visited[node & 4095] * 3 + depth + node;
  if (depth == 0) return node;
  unsigned left = tree(node * 2, depth - 1);
  unsigned right = tree(node * 2 + 1, depth - 1);
  return left * 5 + right * 7 + node;
}

int main(int count, char** arguments) {
  unsigned total = 0;
  for (int round = rounds(count, arguments, 6); round > 0; round--) total += tree((unsigned)round, 10);
  for (int i = 0; i < 4096; i++) total ^= visited[i];
  printf("%u\n", total);
}
