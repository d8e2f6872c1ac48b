// SPDX-License-Identifier: MIT
//
// The shortest way to each place is stored for each detour, although few detours are shorter.
// Change: compare, and store only a shorter way.
//
// Tools: silent-stores
// Finding: update-without-effect
// Title: try_detour() updates shortest[i] without changing it
#include "../apart.h"
#include <stdio.h>

enum { PLACES = 900 };
static long shortest[PLACES], onward[PLACES];

APART static void try_detour(long* shortest, const long* onward, long first) {
  for (int i = 0; i < PLACES; i++) { /* finding: change */
    long way = first + onward[i], old = shortest[i];
    shortest[i] = way < old ? way : old; /* finding: earlier later */
  }
}

int main(int count, char** arguments) {
  long total = 0;
  for (int i = 0; i < PLACES; i++) shortest[i] = 5000 + i;
  for (int round = rounds(count, arguments, 300); round > 0; round--) {
    for (int i = 0; i < PLACES; i += 100) onward[i] = (long)((unsigned)(i * 7919 + round * 104729) % 100003u);
    try_detour(shortest, onward, 4500 + round % 7);
    total += shortest[round % PLACES];
  }
  printf("%ld\n", total);
}
