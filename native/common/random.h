/* SPDX-License-Identifier: MIT
 *
 * Random numbers of a sampler: freestanding, memory from the caller, the same stream on every machine for a seed. */
#ifndef HAGSTONE_RANDOM_H
#define HAGSTONE_RANDOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hagstone_random {
  uint64_t state;
  uint64_t increment; /* odd; another one gives another stream */
};

/* Streams of one seed are independent of each other: threads use their index, so that two threads that start in the
 * same instant never share a sequence. */
void hagstone_random_seed(struct hagstone_random *random, uint64_t seed, uint64_t stream);

uint32_t hagstone_random_next(struct hagstone_random *random);

/* Uniform in [0, bound), without modulo bias; bound > 0. */
uint64_t hagstone_random_below(struct hagstone_random *random, uint64_t bound);

/* The prime nearest to `number`, the smaller one of two equally near; 2 for numbers below 2. PMU practice: periods
 * without common divisors with loops (WITCH section 7). */
uint64_t hagstone_nearest_prime(uint64_t number);

/* The least prime that is not below `number`, which is at most the largest prime of 64 bits (2^64 - 59). */
uint64_t hagstone_prime_from(uint64_t number);

#ifdef __cplusplus
}
#endif

#endif
