/* SPDX-License-Identifier: MIT
 *
 * Sizes of the samples of reuse distance, shared with the generators of their exact truth
 * (native/common/test/access_traces.cpp). Elements are of 8 bytes. */
#ifndef HAGSTONE_REUSE_SAMPLES_H
#define HAGSTONE_REUSE_SAMPLES_H

#include <stdint.h>

enum {
  CYCLIC_LENGTH = 48 * 1024,

  RANDOM_LENGTH = 32 * 1024,
  RANDOM_SEED = 88172645,

  BLOCK_LENGTH = 64,
  BLOCK_REPEATS = 16,
  BLOCKS = 768, /* no power of two: on the edge of a histogram bin, one bin off would be luck */

  MATRIX_ROWS = 80,
  MATRIX_ELEMENTS = MATRIX_ROWS * MATRIX_ROWS,

  SMALL_LENGTH = 2 * 1024,
  LARGE_LENGTH = 128 * 1024,
  PHASE_ACCESSES = 2000 * 1000
};

/* Uniform in [0, length), a power of two; by the high bits of a multiplicative congruential generator (L'Ecuyer,
 * "Tables of Linear Congruential Generators", 1999). It lives in a register: no access of its own. */
static inline uint64_t next_index(uint64_t *state, uint64_t length) {
  *state = *state * 3935559000370003845u + 1442695040888963407u;
  return (uint64_t)(((unsigned __int128)*state * length) >> 64);
}

#endif
