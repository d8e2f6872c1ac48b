// SPDX-License-Identifier: MIT
//
// Most factors of a filter are zero, and each product is added all the same, as in ImageMagick (WITCH, listing 6; LOADSPY, listing 17).
// Change: leave out factors that are zero.
//
// Tools: redundant-loads, values
// Finding: zeros-dominate
#include "../apart.h"
#include <stdio.h>

enum { WIDTH = 400, ROWS = 40 };
struct pixel { double red, green, blue; };
static double kernel[WIDTH];
static struct pixel pixels[ROWS + WIDTH], filtered[ROWS];

APART static struct pixel filter(const double* k, const struct pixel* at) {
  struct pixel sum = {0, 0, 0};
  for (int u = 0; u < WIDTH; u++) {
    sum.red += k[u] * at[u].red;     /* finding: earlier later */
    sum.green += k[u] * at[u].green; /* finding: earlier later */
    sum.blue += k[u] * at[u].blue;   /* finding: earlier later */
  }
  return sum;
}

int main(int count, char** arguments) {
  for (int i = 0; i < WIDTH; i++) kernel[i] = i % 40 == 0 ? 0.1 : 0;
  for (int round = rounds(count, arguments, 4); round > 0; round--) {
    for (int i = 0; i < ROWS + WIDTH; i++) pixels[i] = (struct pixel){i * 0.5 + round, i * 0.25 - round, i + round * 2};
    for (int row = 0; row < ROWS; row++) filtered[row] = filter(kernel, pixels + row);
  }
  printf("%g\n", filtered[3].red);
}
