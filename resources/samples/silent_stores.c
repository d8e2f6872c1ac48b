/* SPDX-License-Identifier: MIT
 *
 * Stores that bring something new, and stores that do not.
 *
 * True answer, each function stores to an array of its own, with the default tolerance of 1 %:
 *   store_constant     always REDUNDANT_WITH itself, precise (but for the first round)
 *   store_alternating  always CHANGED_BY itself, precise
 *   store_within       steps of 0.4 %: always REDUNDANT_WITH itself, approximate
 *   store_beyond       steps of 5 %: always CHANGED_BY itself, approximate
 *   store_drift        steps of half the tolerance, up and down again: always REDUNDANT_WITH itself, approximate, since
 *                      the value before is what counts and not a base value
 * In time: each function's share is that of the clock ticks that fall into it.
 *
 * Usage: silent_stores [ROUNDS] */
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 4096, DEFAULT_ROUNDS = 100 * 1000, DRIFT_STEPS = 200 };

static volatile int constant[LENGTH], alternating[LENGTH];
static volatile double within[LENGTH], beyond[LENGTH], drifting[LENGTH];

__attribute__((noinline)) static void store_constant(void) {
  for (int i = 0; i < LENGTH; i++) constant[i] = 7;
}

__attribute__((noinline)) static void store_alternating(int round) {
  for (int i = 0; i < LENGTH; i++) alternating[i] = round;
}

__attribute__((noinline)) static void store_within(int round) {
  const double value = round % 2 ? 100 : 100.4;
  for (int i = 0; i < LENGTH; i++) within[i] = value;
}

__attribute__((noinline)) static void store_beyond(int round) {
  const double value = round % 2 ? 100 : 105;
  for (int i = 0; i < LENGTH; i++) beyond[i] = value;
}

__attribute__((noinline)) static void store_drift(double value) {
  for (int i = 0; i < LENGTH; i++) drifting[i] = value;
}

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : DEFAULT_ROUNDS;
  double drift = 1;
  for (int round = 0; round < rounds; round++) {
    store_constant();
    store_alternating(round);
    store_within(round);
    store_beyond(round);
    drift = round % DRIFT_STEPS < DRIFT_STEPS / 2 ? drift * 1.005 : drift / 1.005;
    store_drift(drift);
  }
  printf("%d %d %g %g\n", constant[0], alternating[0], within[0], beyond[0]);
  return 0;
}
