/* SPDX-License-Identifier: MIT
 *
 * Floating-point values that compare unlike others, x87 and SIMD (metrics.md section 1, Precise / approximate).
 *
 * True answer, each function stores to an array of its own, all approximate:
 *   store_zeros       0 and -0 in turns: always REDUNDANT_WITH itself
 *   store_nans        the same NaN: always REDUNDANT_WITH itself
 *   store_infinities  both infinities in turns: always CHANGED_BY itself
 *   store_x87         80-bit numbers, steps of 0.4 %: always REDUNDANT_WITH itself
 *   store_lanes       vectors of four, one lane of which changes: always CHANGED_BY itself, though the 8 bytes that a
 *                     watchpoint sees hold that lane half the time only
 *
 * Usage: special_values [ROUNDS] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 4096, DEFAULT_ROUNDS = 60 * 1000 };

typedef float vector __attribute__((vector_size(16)));

static volatile double zeros[LENGTH], nans[LENGTH], infinities[LENGTH];
static volatile long double extended[LENGTH];
static volatile vector vectors[LENGTH];

__attribute__((noinline)) static void store_zeros(int round) {
  const double value = round % 2 ? 0.0 : -0.0;
  for (int i = 0; i < LENGTH; i++) zeros[i] = value;
}

__attribute__((noinline)) static void store_nans(double nan) {
  for (int i = 0; i < LENGTH; i++) nans[i] = nan;
}

__attribute__((noinline)) static void store_infinities(int round) {
  const double value = round % 2 ? INFINITY : -INFINITY;
  for (int i = 0; i < LENGTH; i++) infinities[i] = value;
}

__attribute__((noinline)) static void store_x87(long double value) {
  for (int i = 0; i < LENGTH; i++) extended[i] = value;
}

__attribute__((noinline)) static void store_lanes(vector value) {
  for (int i = 0; i < LENGTH; i++) vectors[i] = value;
}

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : DEFAULT_ROUNDS;
  for (int round = 0; round < rounds; round++) {
    store_zeros(round);
    store_nans(NAN);
    store_infinities(round);
    store_x87(round % 2 ? 100 : 100.4L);
    store_lanes((vector){1, 2, 3, round % 2 ? 4 : 5});
  }
  printf("%g %g %g\n", zeros[0], infinities[0], (double)extended[0]);
  return 0;
}
