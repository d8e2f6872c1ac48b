// SPDX-License-Identifier: MIT
//
// The loop compares each node of a list with the best one so far, whose key it loads each time, although another node is
// rarely better.
// Change: keep the best key in a local variable, and set it when another node is better.
//
// Tools: redundant-loads
// Finding: loop-invariant-load
// Title: best_of() loads best->key in every iteration of the loop at best_so_far.c:20, although it rarely changes
#include "../apart.h"
#include <stdio.h>

enum { NODES = 500 };
struct node { struct node* next; long key; };
static struct node nodes[NODES];

APART static const struct node* best_of(const struct node* first, long* compared) {
  const struct node* best = first;
  long count = 0;
  for (const struct node* node = first->next; node != NULL; node = node->next) { /* finding: change */
    if (node->key < best->key) best = node; /* finding: earlier later */
    *compared = ++count;
  }
  return best;
}

int main(int count, char** arguments) {
  long total = 0, compared = 0;
  for (int i = 0; i < NODES - 1; i++) nodes[i].next = &nodes[i + 1];
  for (int round = rounds(count, arguments, 500); round > 0; round--) {
    for (int i = 0; i < NODES; i++) nodes[i].key = (long)((unsigned)(i * 7919 + round * 104729) % 1000003u) + (long)round * 2000000;
    total += best_of(nodes, &compared)->key + compared;
  }
  printf("%ld\n", total);
}
