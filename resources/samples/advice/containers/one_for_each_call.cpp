// SPDX-License-Identifier: MIT
//
// Each call adds one pair to a node, as the parser of a tree does. No call knows how many follow, so it cannot reserve memory for them.
// Many nodes get a few pairs each, and copy them when the first, second, and third one come.
// Change: reserve memory for a few pairs when the first one comes.
//
// Tools: silent-stores, dead-stores, redundant-loads
// Finding: growth-copy
// Sureness: observed
// Title: node::insert() adds one element to pairs with each call, and its memory is full again and again
#include "../apart.h"
#include <cstdio>
#include <memory>
#include <vector>

struct node {
  std::vector<std::pair<std::shared_ptr<long>, long>> pairs;

  APART void insert(const std::shared_ptr<long> &key, long value) {
    pairs.emplace_back(key, value); /* finding: earlier later */
  }
};

int main(int count, char **arguments) {
  long total = 0;
  const auto key = std::make_shared<long>(3);
  for (int round = rounds(count, arguments, 2000); round > 0; round--) {
    node node;
    for (long i = 0; i < 5; i++) node.insert(key, i);
    total += *node.pairs[3].first + node.pairs.back().second;
  }
  printf("%ld\n", total);
}
