/* SPDX-License-Identifier: MIT
 *
 * WITCH Listing 2: stores that die far away. Dozens of samples lie between a store of the i loop and the store of the
 * j loop that kills it, so a sampler that always watches the newest sample never sees one.
 *
 * True answer: the i loop's stores are KILLED_BY the j loop's. The j loop's are used (USED_BY the sum).
 *
 * Usage: long_distance [ROUNDS] */
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 32 * 1024 * 1024, DEFAULT_ROUNDS = 30 };

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : DEFAULT_ROUNDS;
  /* volatile: the compiler would see through the waste. */
  volatile int *array = malloc(LENGTH * sizeof *array);
  if (!array) return 1;
  long sum = 0;
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < LENGTH; i++)
      array[i] = 0; /* answer: i loop */
    for (int j = 0; j < LENGTH; j++)
      array[j] = j; /* answer: j loop */
    for (int k = 0; k < LENGTH; k++)
      sum += array[k]; /* answer: sum */
  }
  printf("%ld\n", sum);
  return 0;
}
