/* SPDX-License-Identifier: MIT
 *
 * The first of two versions of one program, for comparisons; ../after/mesh.c is the second and says what became of each
 * dead store. Every round clears, fills and reads arrays of CELLS words of 8 bytes; R is the number of rounds.
 *
 *   clear twice  -> clear again   8*CELLS*R       gone: the second version clears once
 *   zero         -> fill          8*CELLS*R       the same, at other lines
 *   scale        -> scale again   8*CELLS*R       the same, below a wrapper
 *   settle       -> settle again  8*CELLS*R       changed: the second version settles half of the cells
 *
 * Usage: mesh_before [ROUNDS], 2000 by default */
#include <stdint.h>
#include <stdlib.h>

enum { CELLS = 256 };

static volatile uint64_t density[CELLS], field[CELLS], flux[CELLS], energy[CELLS];

static __attribute__((noinline)) void clear_density(void) {
  for (int i = 0; i < CELLS; i++) density[i] = 0; /* answer: clear twice */
  for (int i = 0; i < CELLS; i++) density[i] = 1; /* answer: clear again */
}

static __attribute__((noinline)) void refill_field(uint64_t round) {
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

static __attribute__((noinline)) uint64_t read_all(void) {
  uint64_t sum = 0;
  for (int i = 0; i < CELLS; i++) sum += density[i] + field[i] + flux[i] + energy[i];
  return sum;
}

int main(int argc, char **argv) {
  const uint64_t rounds = argc > 1 ? strtoull(argv[1], 0, 10) : 2000;
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    clear_density();
    refill_field(round);
    scale_flux(round);
    settle_energy(round, CELLS);
    sum += read_all();
  }
  return sum == 1;
}
