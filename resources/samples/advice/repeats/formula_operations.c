// SPDX-License-Identifier: MIT
//
// A formula is translated to operations on a stack, which a loop interprets anew for each row, as in muParser.
// Change: have each operation process many rows, or translate the formula to direct calls.
//
// Tools: redundant-loads
// Finding: interpreted-operation
#include "../apart.h"
#include <stdio.h>

enum code { PUSH, VARIABLE, ADD, SUBTRACT, MULTIPLY, NEGATE, MINIMUM, MAXIMUM, SQUARE, TWICE, HALF, INCREMENT, END };
struct operation { enum code code; int slot; long constant; };

APART static long interpret(const struct operation* operation, const long* variables) {
  long stack[16] = {0};
  long* top = stack;
  for (;; operation++) { /* finding: change */
    switch (operation->code) { /* finding: earlier later */
      case PUSH: *++top = operation->constant; break;
      case VARIABLE: *++top = variables[operation->slot]; break;
      case ADD: top--; top[0] += top[1]; break;
      case SUBTRACT: top--; top[0] -= top[1]; break;
      case MULTIPLY: top--; top[0] *= top[1]; break;
      case NEGATE: top[0] = -top[0]; break;
      case MINIMUM: top--; top[0] = top[1] < top[0] ? top[1] : top[0]; break;
      case MAXIMUM: top--; top[0] = top[1] > top[0] ? top[1] : top[0]; break;
      case SQUARE: top[0] *= top[0]; break;
      case TWICE: top[0] *= 2; break;
      case HALF: top[0] /= 2; break;
      case INCREMENT: top[0]++; break;
      case END: return top[0];
    }
  }
}

int main(int count, char** arguments) {
  static const struct operation formula[] = {{VARIABLE, 0, 0}, {SQUARE, 0, 0},  {VARIABLE, 1, 0}, {TWICE, 0, 0}, {ADD, 0, 0},
                                             {PUSH, 0, 7},     {MULTIPLY, 0, 0}, {INCREMENT, 0, 0}, {NEGATE, 0, 0}, {HALF, 0, 0},
                                             {VARIABLE, 2, 0}, {MAXIMUM, 0, 0}, {END, 0, 0}};
  long total = 0;
  for (long row = (long)rounds(count, arguments, 20000); row > 0; row--) {
    const long variables[] = {row, row * 31, row * row};
    total += interpret(formula, variables);
  }
  printf("%ld\n", total);
}
