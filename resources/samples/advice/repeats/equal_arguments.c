// SPDX-License-Identifier: MIT
//
// A function is called for each line with the same picture, and reads its size anew, as in h264ref (REDSPY 7.1).
// Change: read the size once in the caller and pass it along, or let the compiler inline the function.
//
// Tools: redundant-loads
// Finding: call-invariant-load
#include "../apart.h"
#include <stdio.h>

struct picture { int width, height, border; };
static struct picture picture;

APART static int line_start(const struct picture* of, int line) {
  int last = of->height - 1;                                     /* finding: earlier later */
  return (line > last ? last : line) * of->width + of->border;   /* finding: earlier later */
}

APART static long first_pixels(int lines) {
  long sum = 0;
  for (int line = 0; line < lines; line++) sum += line_start(&picture, line); /* finding: change */
  return sum;
}

int main(int count, char** arguments) {
  long total = 0;
  picture = (struct picture){320, 200, 8};
  for (int round = rounds(count, arguments, 200); round > 0; round--) total += first_pixels(200);
  printf("%ld\n", total);
}
