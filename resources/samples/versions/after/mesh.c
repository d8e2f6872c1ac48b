/* SPDX-License-Identifier: MIT
 *
 * The second of two versions of one program, for comparisons; ../before/mesh.c is the first. R is the number of rounds.
 *
 *   clear twice  -> clear again   gone: cleared once
 *   zero         -> fill          8*CELLS*R, unchanged: its lines moved, within the function and with it
 *   scale        -> scale again   8*CELLS*R, unchanged: scale_flux is called by advance, which is new
 *   settle       -> settle again  8*CELLS*R/2 instead of 8*CELLS*R
 *   count        -> count again   8*R, new
 *
 * Usage: mesh_after [ROUNDS], 2000 by default */
#include <stdint.h>
#include <stdlib.h>

enum { CELLS = 256 };

static volatile uint64_t density[CELLS], field[CELLS], flux[CELLS], energy[CELLS];
static volatile uint64_t rounds_begun;

static __attribute__((noinline)) void clear_density(void) {
  for (int i = 0; i < CELLS; i++) density[i] = 1;
}

static __attribute__((noinline)) void count_round(uint64_t round) {
  rounds_begun = round; /* answer: count */
  rounds_begun = round + 1; /* answer: count again */
}

static __attribute__((noinline)) void refill_field(uint64_t round) {
  /* Rounds begin with 1. */
  round++;
  for (int i = 0; i < CELLS; i++) field[i] = 0; /* answer: zero */
  for (int i = 0; i < CELLS; i++) field[i] = round; /* answer: fill */
}

static __attribute__((noinline)) void scale_flux(uint64_t round) {
  for (int i = 0; i < CELLS; i++) flux[i] = round; /* answer: scale */
  for (int i = 0; i < CELLS; i++) flux[i] = 2 * round; /* answer: scale again */
}

static __attribute__((noinline)) void settle_energy(uint64_t round, int cells) {
  for (int i = 0; i < cells; i++) energy[i] = round; /* answer: settle */
  for (int i = 0; i < cells; i++) energy[i] = round + 1; /* answer: settle again */
}

static __attribute__((noinline)) void advance(uint64_t round) {
  scale_flux(round);
  count_round(round);
}

static __attribute__((noinline)) uint64_t read_all(void) {
  uint64_t sum = rounds_begun;
  for (int i = 0; i < CELLS; i++) sum += density[i] + field[i] + flux[i] + energy[i];
  return sum;
}

int main(int argc, char **argv) {
  const uint64_t rounds = argc > 1 ? strtoull(argv[1], 0, 10) : 2000;
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    clear_density();
    refill_field(round);
    advance(round);
    settle_energy(round, CELLS / 2);
    sum += read_all();
  }
  return sum == 1;
}
