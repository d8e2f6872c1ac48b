/* SPDX-License-Identifier: MIT
 *
 * stencil [SWEEPS]: Jacobi relaxation on a square of SIDE doubles, to be compiled without vectorisation: five loads, one
 * store and five floating-point operations for each inner point. */
#include <stdio.h>
#include <stdlib.h>

#ifndef SIDE
#define SIDE 512
#endif

static double grids[2][SIDE][SIDE];

__attribute__((noinline)) static void relax(double (*restrict to)[SIDE], double (*restrict from)[SIDE]) {
  for (int y = 1; y < SIDE - 1; y++)
    for (int x = 1; x < SIDE - 1; x++)
      to[y][x] = 0.2 * (from[y][x] + from[y - 1][x] + from[y + 1][x] + from[y][x - 1] + from[y][x + 1]);
}

int main(int count, char **arguments) {
  const int sweeps = count > 1 ? atoi(arguments[1]) : 1000;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) grids[0][y][x] = grids[1][y][x] = (y * 31 + x * 17) % 101;
  for (int sweep = 0; sweep < sweeps; sweep++) relax(grids[(sweep + 1) % 2], grids[sweep % 2]);
  printf("%g\n", grids[sweeps % 2][SIDE / 2][SIDE / 2]);
  return 0;
}
