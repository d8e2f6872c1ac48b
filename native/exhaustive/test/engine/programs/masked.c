// SPDX-License-Identifier: GPL-2.0-or-later
//
// Loads and stores of some elements of a vector: masked elements are neither loaded nor stored. Operands come in
// registers, so that each function accesses memory by its one masked instruction alone.
#include <immintrin.h>
#include <stdint.h>

#define OWN_FUNCTION __attribute__((noinline, target("avx2")))

static int32_t stored[8], loaded[8];
static volatile int32_t kept;

OWN_FUNCTION static void stores_low(__m256i mask, __m256i value) { _mm256_maskstore_epi32(stored, mask, value); }
OWN_FUNCTION static void stores_even(__m256i mask, __m256i value) { _mm256_maskstore_epi32(stored, mask, value); }
OWN_FUNCTION static void stores_again(__m256i mask, __m256i value) { _mm256_maskstore_epi32(stored, mask, value); }
OWN_FUNCTION static __m256i uses(__m256i mask) { return _mm256_maskload_epi32(stored, mask); }

OWN_FUNCTION static __m256i loads_low(__m256i mask) { return _mm256_maskload_epi32(loaded, mask); }
OWN_FUNCTION static __m256i loads_even(__m256i mask) { return _mm256_maskload_epi32(loaded, mask); }

OWN_FUNCTION static void round_of(int32_t number) {
  const __m256i low = _mm256_setr_epi32(-1, -1, -1, -1, 0, 0, 0, 0), even = _mm256_setr_epi32(-1, 0, -1, 0, -1, 0, -1, 0);
  const __m256i value = _mm256_set1_epi32(number + 100);
  stores_low(low, value);
  stores_even(even, _mm256_add_epi32(value, value)); /* elements 0 and 2 are dead stores */
  stores_again(even, _mm256_add_epi32(value, value)); /* all four were, and are the same */
  __m256i sum = uses(low); /* 0 to 3; 4 and 6 are stored again before anyone loads them */
  loads_low(low);
  sum = _mm256_add_epi32(sum, loads_even(even)); /* 0 and 2 are loaded again */
  kept = _mm256_extract_epi32(sum, 0);
  for (int i = 0; i < 8; i++) ((volatile int32_t *)loaded)[i] = number + 1;
}

int main(void) {
  for (int32_t number = 0; number < 10; number++) round_of(number);
  return 0;
}
