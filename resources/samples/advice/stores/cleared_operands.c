// SPDX-License-Identifier: MIT
//
// Each line of a program clears five operands, of which it sets and reads two. The next line clears all of them again.
// Change: clear only the operands that the line before has used.
//
// Tools: dead-stores
// Finding: repeated-initialisation
// Title: clear() overwrites a value that the previous run of the loop at cleared_operands.c:31 has written, before it is read
#include "../apart.h"
#include <stdio.h>
#include <string.h>

struct operand {
  long type;
  long offset;
  long segment;
  long scale;
};

enum { MOST = 5 };

static inline void clear(struct operand *operand) {
  memset(operand, 0, sizeof *operand); /* finding: earlier later change */
}

APART static long read_operand(const struct operand *operand, long segment) {
  return operand->type + operand->offset + operand->scale + (segment > 0 ? segment : operand->segment);
}

APART static long parse(struct operand *operands, long line) {
  for (int i = 0; i < MOST; i++) clear(&operands[i]);
  long total = 0;
  for (int i = 0; i < 1 + line % 2; i++) {
    operands[i].type = line;
    total += read_operand(&operands[i], line);
  }
  return total;
}

int main(int count, char **arguments) {
  struct operand operands[MOST];
  long total = 0;
  for (long round = rounds(count, arguments, 20000); round > 0; round--) total += parse(operands, round);
  printf("%ld\n", total);
}
