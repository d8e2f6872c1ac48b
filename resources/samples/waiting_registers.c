/* SPDX-License-Identifier: MIT
 *
 * A store that dies within phases in which the debug registers wait for bytes that are not accessed again. By the rule `registers` a
 * new sample gets one of them the more rarely, the longer they have waited; once a phase is over, the next trap of that store
 * speaks for all its samples of the phase too, and there it is used.
 *
 * True answer, in pairs for every two steps of each phase: first 6, second 4, third 2, each of the OTHERS 1; all other stores are
 * used, but for those that wait, which are neither.
 *
 * Usage: waiting_registers [ROUNDS] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { PHASE = 1000, BETWEEN = 7, OTHERS = 5, DEFAULT_ROUNDS = 60 };

static volatile uint64_t slot, used, first, second, others[OTHERS];

int main(int count, char **arguments) {
  const uint64_t rounds = count > 1 ? strtoull(arguments[1], 0, 10) : DEFAULT_ROUNDS;
  volatile uint64_t *fresh = malloc(rounds * PHASE * BETWEEN * sizeof *fresh);
  if (!fresh) return 1;
  uint64_t sum = 0;
  for (uint64_t step = 0; step < 2 * rounds * PHASE; step++) {
    const int waiting = step / PHASE % 2 == 1;
    for (int i = 0; i < BETWEEN; i++) {
      if (waiting) {
        *fresh++ = step; /* answer: waiting */
      } else {
        used = step; /* answer: used */
        sum += used;
      }
    }
    slot = step; /* answer: third */
    if (waiting) {
      slot = 0; /* answer: killing third */
    } else {
      /* One place in the code for each pair. */
#pragma GCC unroll 1
      for (int i = 0; i <= 3; i++) first = step; /* answer: first */
#pragma GCC unroll 1
      for (int i = 0; i <= 2; i++) second = step; /* answer: second */
      sum += first + second;
#pragma GCC unroll 5
      for (int i = 0; i < OTHERS; i++) {
        others[i] = step; /* answer: others */
        if (step % 2) others[i] = 0;
        sum += others[i];
      }
    }
    sum += slot;
  }
  printf("%lu\n", sum);
  return 0;
}
