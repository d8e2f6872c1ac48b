// SPDX-License-Identifier: GPL-2.0-or-later
//
// Instructions whose accesses are not obvious, ten times each. Operands come in registers, so that each function
// accesses memory only by its one instruction.
#include <immintrin.h>
#include <stdint.h>

#define OWN_FUNCTION __attribute__((noinline, noclone))
#define AVX2_FUNCTION __attribute__((noinline, noclone, target("avx2")))

// Bit strings: the operand that holds the bit, wherever the instruction's address is.
OWN_FUNCTION static int tests_bit(const void *bits, long bit) {
  int set;
  __asm__ volatile("btl %k2, (%1); sbb %0, %0" : "=r"(set) : "r"(bits), "r"(bit) : "memory", "cc");
  return set;
}
OWN_FUNCTION static void sets_bit(void *bits, long bit) {
  __asm__ volatile("btsq %1, (%0)" : : "r"(bits), "r"(bit) : "memory", "cc");
}
OWN_FUNCTION static void locks_bit(void *bits, long bit) {
  __asm__ volatile("lock btsl %k1, (%0)" : : "r"(bits), "r"(bit) : "memory", "cc");
}
OWN_FUNCTION static void sets_far_bit(void *bits, long bit, long index) {
  __asm__ volatile("btsl %k1, (%0,%2,4)" : : "r"(bits), "r"(bit), "r"(index) : "memory", "cc");
}

OWN_FUNCTION static uint64_t loads_next(const uint64_t *word) {
  uint64_t value;
  __asm__ volatile("movq (%1), %0" : "=r"(value) : "r"(word) : "memory");
  return value;
}

// Strings: from the end to the beginning, and two loads in one iteration.
OWN_FUNCTION static void moves_down(uint64_t *to, const uint64_t *from) {
  long count = 4;
  __asm__ volatile("std; rep movsq; cld" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
}
OWN_FUNCTION static long compares(const char *left, const char *right) {
  long count = 4;
  __asm__ volatile("repe cmpsb" : "+D"(left), "+S"(right), "+c"(count) : : "memory", "cc");
  return count;
}

// Exchanges of two words at once: some succeed and store the value already there, some fail.
OWN_FUNCTION static void exchanges_16(void *words, uint64_t expected) {
  register uint64_t new_low __asm__("r8") = 7;
  uint64_t high = 7;
  __asm__ volatile("xchg %%rbx, %%r8; lock cmpxchg16b (%%rdi); xchg %%rbx, %%r8"
                   : "+a"(expected), "+d"(high), "+r"(new_low) : "D"(words), "c"(7l) : "memory", "cc");
}
OWN_FUNCTION static void fails_16(void *words, uint64_t expected) {
  register uint64_t new_low __asm__("r8") = 9;
  uint64_t high = 7;
  __asm__ volatile("xchg %%rbx, %%r8; lock cmpxchg16b (%%rdi); xchg %%rbx, %%r8"
                   : "+a"(expected), "+d"(high), "+r"(new_low) : "D"(words), "c"(9l) : "memory", "cc");
}
OWN_FUNCTION static void exchanges_8(void *words, uint64_t expected) {
  register uint64_t new_low __asm__("r8") = 7;
  uint64_t high = 7;
  __asm__ volatile("xchg %%rbx, %%r8; cmpxchg8b (%%rdi); xchg %%rbx, %%r8"
                   : "+a"(expected), "+d"(high), "+r"(new_low) : "D"(words), "c"(7l) : "memory", "cc");
}

// Masked stores by byte and by word, masked loads and gathers of two of four elements.
OWN_FUNCTION static void stores_bytes(char *to, __m128i value, __m128i mask) { _mm_maskmoveu_si128(value, mask, to); }
OWN_FUNCTION static void stores_few_bytes(void *to, uint64_t value, uint64_t mask) {
  __asm__ volatile("movq %1, %%mm0; movq %2, %%mm1; maskmovq %%mm1, %%mm0; emms" : : "D"(to), "r"(value), "r"(mask) : "memory");
}
AVX2_FUNCTION static void stores_words(long long *to, __m256i mask, __m256i value) { _mm256_maskstore_epi64(to, mask, value); }
AVX2_FUNCTION static __m256d loads_doubles(const double *from, __m256i mask) { return _mm256_maskload_pd(from, mask); }
AVX2_FUNCTION static __m256d gathers_doubles(const double *from, __m128i index, __m256d mask) {
  __m256d into = _mm256_setzero_pd();
  __asm__ volatile("vgatherdpd %1, (%2,%3,8), %0" : "+x"(into), "+x"(mask) : "r"(from), "x"(index) : "memory");
  return into;
}
AVX2_FUNCTION static __m256i gathers_words(const long long *from, __m256i index, __m256i mask) {
  __m256i into = _mm256_setzero_si256();
  __asm__ volatile("vpgatherqq %1, (%2,%3,8), %0" : "+x"(into), "+x"(mask) : "r"(from), "x"(index) : "memory");
  return into;
}

static _Alignas(64) uint64_t tested[8], set[8], locked[8], far[8];
static _Alignas(16) uint64_t swapped[2] = {7, 7}, kept[2] = {8, 8}, pair = 7 | 7ull << 32;
static uint64_t from[4], to[4];
static const char left[4] = "abcd", right[4] = "abcd";
static char bytes[16];
static uint64_t few_bytes;
static long long words[4], gathered_words[4];
static double doubles[4], gathered_doubles[4];
static volatile double sum;

AVX2_FUNCTION static void vectors(void) {
  const __m256i two = _mm256_setr_epi64x(-1, 0, -1, 0);
  stores_bytes(bytes, _mm_set1_epi8(7), _mm_setr_epi8(0, -1, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1));
  stores_few_bytes(&few_bytes, 0x0707070707070707, 0x8000800000000080);
  stores_words(words, two, _mm256_set1_epi64x(7));
  __m256d result = loads_doubles(doubles, two);
  result = _mm256_add_pd(result, gathers_doubles(gathered_doubles, _mm_setr_epi32(3, 2, 1, 0), _mm256_castsi256_pd(two)));
  const __m256i gathered = gathers_words(gathered_words, _mm256_setr_epi64x(3, 2, 1, 0), two);
  sum = result[0] + (double)_mm256_extract_epi64(gathered, 0);
}

int main(void) {
  for (int i = 0; i < 10; i++) {
    if (tests_bit(tested, 31)) return 3;
    sets_bit(set, 40);
    if (loads_next(set + 1)) return 3;
    locks_bit(locked, 9);
    sets_far_bit(far, -1, 3);
    moves_down(to + 3, from + 3);
    if (compares(left, right)) return 4;
    exchanges_16(swapped, 7);
    fails_16(kept, 7);
    exchanges_8(&pair, 7);
    vectors();
  }
  return 0;
}
