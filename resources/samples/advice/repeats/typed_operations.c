// SPDX-License-Identifier: MIT
//
// A loop interprets operations on registers. Each stores the type of its result, which its register has from the row before.
// Change: translate the operations once, for the types that their operands have.
//
// Tools: silent-stores
// Finding: interpreted-operation
// Sureness: observed
#include "../apart.h"
#include <stdio.h>

enum code { VARIABLE, ADD, SUBTRACT, MULTIPLY, NEGATE, MINIMUM, MAXIMUM, SQUARE, TWICE, HALF, LESS, SAME, END };
enum type { NOTHING, NUMBER, TRUTH };
struct operation { enum code code; int to, left, right; };
struct value { long number; enum type type; };

APART static long interpret(const struct operation* operation, struct value* values, const long* variables) {
  for (;; operation++) { /* finding: change */
    struct value* to = &values[operation->to];
    const long left = values[operation->left].number, right = values[operation->right].number;
    switch (operation->code) {
      case VARIABLE: to->number = variables[operation->left]; to->type = NUMBER; break; /* finding: earlier later */
      case ADD: to->number = left + right; to->type = NUMBER; break; /* finding: earlier later */
      case SUBTRACT: to->number = left - right; to->type = NUMBER; break; /* finding: earlier later */
      case MULTIPLY: to->number = left * right; to->type = NUMBER; break; /* finding: earlier later */
      case NEGATE: to->number = -left; to->type = NUMBER; break; /* finding: earlier later */
      case MINIMUM: to->number = left < right ? left : right; to->type = NUMBER; break; /* finding: earlier later */
      case MAXIMUM: to->number = left > right ? left : right; to->type = NUMBER; break; /* finding: earlier later */
      case SQUARE: to->number = left * left; to->type = NUMBER; break; /* finding: earlier later */
      case TWICE: to->number = left * 2; to->type = NUMBER; break; /* finding: earlier later */
      case HALF: to->number = left / 2; to->type = NUMBER; break; /* finding: earlier later */
      case LESS: to->number = left < right; to->type = TRUTH; break; /* finding: earlier later */
      case SAME: to->number = left == right; to->type = TRUTH; break; /* finding: earlier later */
      case END: return to->number;
    }
  }
}

int main(int count, char** arguments) {
  static const struct operation formula[] = {{VARIABLE, 0, 0, 0}, {SQUARE, 1, 0, 0},   {VARIABLE, 2, 1, 0}, {TWICE, 3, 2, 2},
                                             {ADD, 4, 1, 3},      {MULTIPLY, 5, 4, 2}, {NEGATE, 6, 5, 5},   {HALF, 7, 6, 6},
                                             {VARIABLE, 8, 2, 0}, {MAXIMUM, 9, 7, 8},  {END, 9, 9, 9}};
  static struct value values[16];
  long total = 0;
  for (long row = (long)rounds(count, arguments, 20000); row > 0; row--) {
    const long variables[] = {row, row * 31, row * row};
    total += interpret(formula, values, variables);
  }
  printf("%ld %d\n", total, values[9].type);
}
