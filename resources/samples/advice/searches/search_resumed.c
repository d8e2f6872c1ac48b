// SPDX-License-Identifier: MIT
//
// Each search for an open place begins where the last one of the same row ended, and stores where it ends, although that is nearly always
// where it began.
// Change: store the position only if it is another one.
//
// Tools: silent-stores
// Finding: update-without-effect
// Remedy: store only one that differs
// Title: find_open_places() updates row->position without changing it
#include "../apart.h"
#include <stdio.h>

enum { ROWS = 700, PLACES = 12 };
struct row {
  int position, places[PLACES];
};
static struct row all[ROWS];
static struct row* order[ROWS];
static signed char closed[ROWS];

APART static long find_open_places(struct row** order, const signed char* closed) {
  long sum = 0;
  for (int i = 0; i < ROWS; i++) { /* finding: change */
    struct row* row = order[i];
    int* const middle = row->places + row->position;
    int* place = middle;
    while (place != row->places + PLACES && closed[*place]) place++;
    if (place == row->places + PLACES) {
      place = row->places;
      while (place != middle && closed[*place]) place++;
    }
    row->position = (int)(place - row->places); /* finding: earlier later */
    sum += *place;
  }
  return sum;
}

int main(int count, char** arguments) {
  unsigned random = 12345;
  for (int i = 0; i < ROWS; i++) {
    order[i] = &all[(i * 389) % ROWS];
    for (int k = 0; k < PLACES; k++) all[i].places[k] = (int)((random = random * 1103515245u + 12345u) >> 8) % ROWS;
  }
  long total = 0;
  for (int round = rounds(count, arguments, 300); round > 0; round--) {
    closed[(round * 7919) % ROWS] ^= 1;
    total += find_open_places(order, closed);
  }
  printf("%ld\n", total);
}
