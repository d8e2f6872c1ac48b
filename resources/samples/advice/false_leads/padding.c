// SPDX-License-Identifier: MIT
//
// Records with padding are copied by whole words: nothing reads the padding, and it cannot be left out.
//
// Tools: dead-stores, silent-stores, redundant-loads
// Finding: none
#include "../apart.h"
#include <stdio.h>

struct record { double value; unsigned key; char kind; };
enum { RECORDS = 500 };
static struct record from[RECORDS], to[RECORDS];

APART static void write_all(unsigned round) {
  for (unsigned i = 0; i < RECORDS; i++) from[i].value = (i * 2654435761u) % 1009 * round, from[i].key = i * 7 + round, from[i].kind = (char)(i * 3 + round * 37);
}
APART static void copy_all(void) {
  for (int i = 0; i < RECORDS; i++) to[RECORDS - 1 - i] = from[i];
}
APART static double read_all(void) {
  double sum = 0;
  for (int i = 0; i < RECORDS; i++) sum += to[i].value * to[i].key + to[i].kind;
  return sum;
}

int main(int count, char** arguments) {
  double total = 0;
  for (int round = rounds(count, arguments, 40); round > 0; round--) {
    write_all((unsigned)round);
    copy_all();
    total += read_all();
  }
  printf("%g\n", total);
}
