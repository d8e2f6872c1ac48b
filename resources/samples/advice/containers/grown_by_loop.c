// SPDX-License-Identifier: MIT
//
// A table grows by one row for each key: larger memory is allocated, a loop copies one row after the other, and the old memory is freed.
// Change: double the capacity.
//
// Tools: silent-stores, dead-stores
// Finding: growth-copy
// Bound: which copies the elements: at most all of it can be saved
// Title: append() copies its data to newly allocated memory in the loop at grown_by_loop.c:28, and frees the old memory, each time the data grows
#include "../apart.h"
#include <stdio.h>

struct row {
  long key;
  double weight;
  struct row *next;
};

struct table {
  struct row *rows;
  size_t length;
};

APART static void append(struct table *table, long key) {
  struct row *grown = malloc((table->length + 1) * sizeof *grown); /* finding: earlier */
  struct row *to = grown;
  struct row *first = table->rows;
  for (struct row *from = first; from < first + table->length; from++) {
    to->key = from->key; /* finding: earlier later */
    to->weight = from->weight; /* finding: earlier later */
    to->next = from->next == NULL ? NULL : grown + (from->next - first);
    to++;
  }
  *to = (struct row){key, 0.5 * (double)key, table->length == 0 ? NULL : grown};
  table->length++;
  free(table->rows);
  table->rows = grown;
}

int main(int count, char **arguments) {
  double total = 0;
  for (int round = rounds(count, arguments, 200); round > 0; round--) {
    struct table table = {NULL, 0};
    for (long i = 0; i < 40; i++) append(&table, i * 3);
    total += table.rows[20].weight;
    free(table.rows);
  }
  printf("%g\n", total);
}
