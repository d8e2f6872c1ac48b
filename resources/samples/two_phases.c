/* SPDX-License-Identifier: MIT
 *
 * Random reads of a small array, then as many of a large one: a program whose locality changes once.
 *
 * True answer: loads are REUSED_BY themselves; time distances are geometric with mean SMALL_LENGTH in the first half
 * of the accesses and LARGE_LENGTH in the second; stack distances uniform below SMALL_LENGTH and LARGE_LENGTH. A
 * conversion that takes both halves for one program errs; one by windows does not.
 *
 * Usage: two_phases [MULTIPLE]    of PHASE_ACCESSES in each phase */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "reuse_samples.h"

enum { DEFAULT_MULTIPLE = 500 };

static volatile uint64_t small_array[SMALL_LENGTH], large_array[LARGE_LENGTH];

int main(int count, char **arguments) {
  long accesses = (count > 1 ? atol(arguments[1]) : DEFAULT_MULTIPLE) * PHASE_ACCESSES;
  uint64_t state = RANDOM_SEED, sum = 0;
  for (long i = 0; i < accesses; i++)
    sum += small_array[next_index(&state, SMALL_LENGTH)]; /* answer: small */
  for (long i = 0; i < accesses; i++)
    sum += large_array[next_index(&state, LARGE_LENGTH)]; /* answer: large */
  printf("%lu\n", sum);
  return 0;
}
