// SPDX-License-Identifier: MIT
//
// Two passes over the edges compute where each one crosses the line, and nothing moves an edge in between.
// Change: the second pass uses what the first one has stored.
//
// Tools: silent-stores
// Finding: repeated-results
// Title: draw_edges() stores to edge->x the result that sort_edges() has stored there
#include "../apart.h"
#include <stdio.h>

enum { EDGES = 1000 };
struct edge { struct edge* next; long x, bottom, slope, order; };
static struct edge edges[EDGES];

static inline long crossing(const struct edge* edge, long y) { return edge->bottom + edge->slope * y; }

APART static void sort_edges(struct edge* first, long y) {
  for (struct edge* edge = first; edge != NULL; edge = edge->next) {
    edge->x = crossing(edge, y); /* finding: earlier */
    edge->order += edge->x & 15;
  }
}

APART static long draw_edges(struct edge* first, long y) {
  long total = 0;
  for (struct edge* edge = first; edge != NULL; edge = edge->next) {
    edge->x = crossing(edge, y); /* finding: later change */
    total += edge->x ^ edge->order;
  }
  return total;
}

int main(int count, char** arguments) {
  long total = 0;
  for (int i = 0; i < EDGES; i++) edges[i] = (struct edge){i + 1 < EDGES ? &edges[i + 1] : NULL, 0, i * 31, 1 + i % 17, 0};
  for (int round = rounds(count, arguments, 300); round > 0; round--) {
    sort_edges(edges, round);
    total += draw_edges(edges, round);
  }
  printf("%ld\n", total);
}
