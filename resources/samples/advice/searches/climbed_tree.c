// SPDX-License-Identifier: MIT
//
// For each leaf, the program climbs to the root and asks every node on the way whether it is hidden. The answers never change.
// Change: keep in each node whether it or a node above it is hidden.
//
// Tools: redundant-loads
// Finding: chained-lookup
// Title: is_hidden() climbs the same branch of a tree (node->parent) again and again
#include "../apart.h"
#include <stdio.h>

struct node { struct node* parent; int hidden; };

enum { DEPTH = 400, LEAVES = 8 };
static struct node nodes[DEPTH + LEAVES];

APART static int is_hidden(const struct node* node) {
  while (node != NULL) {             /* finding: change */
    if (node->hidden != 0) return 1; /* finding: earlier later */
    node = node->parent;             /* finding: earlier later */
  }
  return 0;
}

int main(int count, char** arguments) {
  int shown = 0;
  for (int i = 1; i < DEPTH; i++) nodes[i].parent = &nodes[i - 1];
  for (int i = 0; i < LEAVES; i++) nodes[DEPTH + i].parent = &nodes[DEPTH - 1];
  for (int round = rounds(count, arguments, 400); round > 0; round--) shown += !is_hidden(&nodes[DEPTH + round % LEAVES]);
  printf("%d\n", shown);
}
