/* SPDX-License-Identifier: MIT
 *
 * An array is filled again and again, in the first half of the run without being read in between, in the second half not.
 *
 * True answer: in the first half, after its first round, every store is KILLED_BY the store of the next round, and none in
 * the second half: (ROUNDS - 1) * LENGTH * 8 bytes, all of them found before the array is read for the first time. No store
 * is silent.
 *
 * Usage: changing_waste [ROUNDS] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 4096, DEFAULT_ROUNDS = 100000 };

static volatile uint64_t array[LENGTH];

int main(int count, char **arguments) {
  const uint64_t rounds = count > 1 ? strtoull(arguments[1], 0, 10) : DEFAULT_ROUNDS;
  uint64_t sum = 0;
  for (uint64_t round = 1; round <= rounds; round++)
    for (int i = 0; i < LENGTH; i++) array[i] = round; /* answer: wasteful */
  for (int i = 0; i < LENGTH; i++) sum += array[i];
  for (uint64_t round = rounds + 1; round <= 2 * rounds; round++)
    for (int i = 0; i < LENGTH; i++) {
      array[i] = round; /* answer: useful */
      sum += array[i];
    }
  printf("%lu\n", sum);
  return 0;
}
