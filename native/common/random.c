/* SPDX-License-Identifier: MIT */
#include "random.h"

/* PCG-XSH-RR 64/32 (O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
 * Number Generation", 2014). */
static const uint64_t multiplier = 6364136223846793005ull;

/* SplitMix64's finaliser: neighbouring stream numbers must not give neighbouring states. */
static uint64_t scatter(uint64_t value) {
  value += 0x9e3779b97f4a7c15ull;
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9ull;
  value = (value ^ value >> 27) * 0x94d049bb133111ebull;
  return value ^ value >> 31;
}

void hagstone_random_seed(struct hagstone_random *random, uint64_t seed, uint64_t stream) {
  random->increment = scatter(stream) << 1 | 1;
  random->state = scatter(seed) + random->increment;
  hagstone_random_next(random);
}

uint32_t hagstone_random_next(struct hagstone_random *random) {
  uint64_t old = random->state;
  random->state = old * multiplier + random->increment;
  uint32_t shifted = (uint32_t)((old >> 18 ^ old) >> 27);
  uint32_t rotation = (uint32_t)(old >> 59);
  return shifted >> rotation | shifted << (-rotation & 31);
}

uint64_t hagstone_random_below(struct hagstone_random *random, uint64_t bound) {
  if (bound <= UINT32_MAX) {
    uint32_t narrow = (uint32_t)bound, threshold = -narrow % narrow;
    for (;;) {
      uint32_t value = hagstone_random_next(random);
      if (value >= threshold) return value % narrow;
    }
  }
  uint64_t threshold = -bound % bound;
  for (;;) {
    uint64_t value = (uint64_t)hagstone_random_next(random) << 32;
    value |= hagstone_random_next(random);
    if (value >= threshold) return value % bound;
  }
}

static uint64_t multiply_modulo(uint64_t a, uint64_t b, uint64_t modulus) {
  uint64_t product = 0;
  for (a %= modulus; b; b >>= 1) {
    if (b & 1) product = product >= modulus - a ? product - (modulus - a) : product + a;
    a = a >= modulus - a ? a - (modulus - a) : a + a;
  }
  return product;
}

static uint64_t power_modulo(uint64_t base, uint64_t exponent, uint64_t modulus) {
  uint64_t power = 1;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1) power = multiply_modulo(power, base, modulus);
    base = multiply_modulo(base, base, modulus);
  }
  return power;
}

/* Miller-Rabin; these twelve bases decide every 64-bit number (Sorenson and Webster, 2015). */
static int is_prime(uint64_t number) {
  static const uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  enum { base_count = sizeof bases / sizeof *bases };
  if (number < 2) return 0;
  for (int i = 0; i < base_count; i++)
    if (number % bases[i] == 0) return number == bases[i];
  uint64_t odd = number - 1;
  int halvings = 0;
  for (; !(odd & 1); odd >>= 1) halvings++;
  for (int i = 0; i < base_count; i++) {
    uint64_t power = power_modulo(bases[i], odd, number);
    if (power == 1 || power == number - 1) continue;
    int composite = 1;
    for (int j = 1; j < halvings && composite; j++) {
      power = multiply_modulo(power, power, number);
      composite = power != number - 1;
    }
    if (composite) return 0;
  }
  return 1;
}

uint64_t hagstone_nearest_prime(uint64_t number) {
  if (number < 2) return 2;
  for (uint64_t distance = 0;; distance++) {
    if (distance < number && is_prime(number - distance)) return number - distance;
    if (number + distance > number && is_prime(number + distance)) return number + distance;
  }
}

uint64_t hagstone_prime_from(uint64_t number) {
  while (!is_prime(number)) number++;
  return number;
}
