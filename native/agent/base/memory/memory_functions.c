/* SPDX-License-Identifier: MIT
 *
 * The four functions that compilers call without being asked. Own, hidden copies: the target's may be replaced (by a
 * sanitizer, for example) and are then not safe in a signal handler. */
#include <stddef.h>
#include <stdint.h>

/* Starting a repeated string instruction costs more than the small copies of a decoder. */
enum { worth_repeating = 1024 };

typedef uint64_t pair __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint64_t word __attribute__((aligned(1), may_alias));

void *memcpy(void *restrict destination, const void *restrict source, size_t length) {
  unsigned char *to = destination;
  const unsigned char *from = source;
  if (length >= worth_repeating) {
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(length) : : "memory");
    return destination;
  }
  for (; length >= sizeof(pair); to += sizeof(pair), from += sizeof(pair), length -= sizeof(pair))
    *(pair *)to = *(const pair *)from;
  for (; length >= sizeof(word); to += sizeof(word), from += sizeof(word), length -= sizeof(word))
    *(word *)to = *(const word *)from;
  while (length--) *to++ = *from++;
  return destination;
}

void *memset(void *destination, int value, size_t length) {
  unsigned char *to = destination;
  if (length >= worth_repeating) {
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(length) : "a"(value) : "memory");
    return destination;
  }
  const uint64_t bytes = (unsigned char)value * 0x0101010101010101u;
  const pair both = {bytes, bytes};
  for (; length >= sizeof(pair); to += sizeof(pair), length -= sizeof(pair)) *(pair *)to = both;
  for (; length >= sizeof(word); to += sizeof(word), length -= sizeof(word)) *(word *)to = bytes;
  while (length--) *to++ = (unsigned char)value;
  return destination;
}

void *memmove(void *destination, const void *source, size_t length) {
  unsigned char *to = destination;
  const unsigned char *from = source;
  if (to <= from || to >= from + length) return memcpy(destination, source, length);
  while (length--) to[length] = from[length];
  return destination;
}

int memcmp(const void *left, const void *right, size_t length) {
  const unsigned char *a = left, *b = right;
  for (; length; length--, a++, b++)
    if (*a != *b) return *a - *b;
  return 0;
}
