// SPDX-License-Identifier: MIT
//
// A loop counts lines in a global variable. In this run, nothing reads the number before the next line comes; but a
// function that the loop calls would read it for an error message, so each iteration may have to store it.
// Change: count in a local variable, and pass it to the function that may complain.
//
// Tools: dead-stores
// Finding: memory-accumulator
// Sureness: possible
// Title: parse() stores line_number in every iteration of the loop at rare_reader_in_loop.c:26 instead of keeping it in a register
#include "../apart.h"
#include <stdio.h>

long line_number;

APART static long measured(const char* line, long length) {
  if (length < 0) fprintf(stderr, "line %ld is wrong: %s\n", line_number, line);
  return length * 3;
}

enum { LINES = 1000 };
static long lengths[LINES];

APART static long parse(const char* text) {
  long total = 0;
  for (long i = 0; i < LINES; i++) { /* finding: change */
    line_number = i * 2 + 1;         /* finding: earlier later */
    total += measured(text, lengths[i]);
  }
  return total;
}

int main(int count, char** arguments) {
  long total = 0;
  for (long i = 0; i < LINES; i++) lengths[i] = i % 91;
  for (int round = rounds(count, arguments, 60); round > 0; round--) total += parse("text");
  printf("%ld\n", total);
}
